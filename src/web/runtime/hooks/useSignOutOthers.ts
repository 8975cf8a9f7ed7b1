import { createActor } from 'xstate';
import { boundSignOutOthers } from '../../effects/boundSignOutOthers.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the signing out of other devices for as long as the account's page stands. */
export function useSignOutOthers() {
  return usePageSnapshot(({ dependencies, inspect, tell }) => {
    const actor = createActor(boundSignOutOthers, { inspect });
    giveDependencies(actor, dependencies);
    actor.on('*', tell);
    return actor;
  });
}

export { boundSignOutOthers } from '../../effects/boundSignOutOthers.ts';
