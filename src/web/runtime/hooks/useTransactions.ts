import { createActor } from 'xstate';
import { bindTransactions } from '../../effects/bindTransactions.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the transactions page for as long as it stands. */
export function useTransactions() {
  return usePageSnapshot(({ dependencies, inspect, tell }) => {
    const actor = createActor(bindTransactions(dependencies), { inspect });
    actor.on('*', tell);
    return actor;
  });
}
