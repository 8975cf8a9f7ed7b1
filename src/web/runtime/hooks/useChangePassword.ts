import { createActor } from 'xstate';
import { boundChangePassword } from '../../effects/boundChangePassword.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the change of the password for as long as the account's page stands. */
export function useChangePassword() {
  return usePageSnapshot(({ dependencies, inspect, tell }) => {
    const actor = createActor(boundChangePassword, { inspect });
    giveDependencies(actor, dependencies);
    actor.on('*', tell);
    return actor;
  });
}

export { boundChangePassword } from '../../effects/boundChangePassword.ts';
