import { createActor } from 'xstate';
import { boundTransactions } from '../../effects/boundTransactions.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the transactions page for as long as it stands. */
export function useTransactions() {
  return usePageSnapshot(({ dependencies, inspect, tell }) => {
    const actor = createActor(boundTransactions, { inspect });
    giveDependencies(actor, dependencies);
    actor.on('*', tell);
    return actor;
  });
}

export { boundTransactions } from '../../effects/boundTransactions.ts';
