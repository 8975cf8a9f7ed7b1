import { fromPromise } from 'xstate';
import { changePasswordMachine } from '#machines/changePasswordMachine.ts';
import type { PasswordChange } from '#domain/passwordChange.ts';
import type { EndedSessions } from '#contract/user.ts';
import type { Dependencies } from './dependencies.ts';

/** The change of a password bound to the API. */
export function bindChangePassword({ client }: Dependencies) {
  return changePasswordMachine.provide({
    actors: {
      changePassword: fromPromise<EndedSessions, PasswordChange>(({ input: { password, newPassword } }) =>
        client('changePassword', { input: { password, newPassword } }),
      ),
    },
  });
}
