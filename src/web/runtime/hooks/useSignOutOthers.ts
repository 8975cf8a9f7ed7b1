import { createActor } from 'xstate';
import { bindSignOutOthers } from '../../effects/bindSignOutOthers.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the signing out of other devices for as long as the account's page stands. */
export function useSignOutOthers() {
  return usePageSnapshot(({ dependencies, inspect, tell }) => {
    const actor = createActor(bindSignOutOthers(dependencies), { inspect });
    actor.on('*', tell);
    return actor;
  });
}
