import { createActor } from 'xstate';
import { bindChangePassword } from '../../effects/bindChangePassword.ts';
import { usePageSnapshot } from '../usePageActor.ts';

/** Runs the change of the password for as long as the account's page stands. */
export function useChangePassword() {
  return usePageSnapshot(({ dependencies, inspect, tell }) => {
    const actor = createActor(bindChangePassword(dependencies), { inspect });
    actor.on('*', tell);
    return actor;
  });
}
