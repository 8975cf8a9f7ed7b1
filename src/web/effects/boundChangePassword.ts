import { fromPromise } from 'xstate';
import type { EndedSessions } from '#contract/user.ts';
import type { PasswordChange } from '#domain/passwordChange.ts';
import { changePasswordMachine } from '#machines/changePasswordMachine.ts';
import { dependenciesOf } from './dependenciesOf.ts';

/** The change of a password bound to the API. */
export const boundChangePassword = changePasswordMachine.provide({
  actors: {
    changePassword: fromPromise<EndedSessions, PasswordChange>(({ input: { password, newPassword }, system }) =>
      dependenciesOf(system).client('changePassword', { input: { password, newPassword } }),
    ),
  },
});
