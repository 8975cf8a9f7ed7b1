import { usernameKey } from '#domain/credentials.ts';
import { hasOneWritingSystem } from '#domain/writingSystems.ts';
import { clientAddress } from '../addresses/clientAddress.ts';
import { writeAccountEvent } from '../auth/auditTrail.ts';
import { changePassword } from '../auth/changePassword.ts';
import { checkPassword } from '../auth/checkPassword.ts';
import { isCommonPassword } from '../auth/passwords.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { ApiError, refuseRule } from '../errors.ts';
import { findCredentials, signUp } from '../store/accounts.ts';
import { releaseHold } from '../store/holds.ts';
import { closeOtherSessions, closeSession, openSession } from '../store/sessions.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers for sign-up, sign-in, sign-out here and on other devices, change of password, and the user's data (section 7). */
export function userHandlers(dependencies: RouteDependencies) {
  const { db, passwords, now, seatChanges } = dependencies;
  return {
    signUp: async ({ input: { username, displayName, age, password }, request }) => {
      if (!hasOneWritingSystem(username)) throw refuseRule('username', 'usernameAlphabets');
      if (isCommonPassword(password)) throw refuseRule('password', 'passwordCommon');
      if ((await findCredentials(db, { username })) !== undefined) throw new ApiError('username_taken');
      const address = clientAddress(request);
      const requester = { kind: 'newcomer', address, account: usernameKey(username) } as const;
      const passwordHash = await passwords.hash(requester, password);
      const user = await signUp(db, { username, displayName, age, passwordHash, address, now: now() });
      writeAccountEvent(request.log, 'signed_up', user.id);
      return user;
    },
    signIn: async ({ input: { username, password }, request }) => {
      const found = await findCredentials(db, { username });
      const attempt = { at: 'sign-in', username, address: clientAddress(request) } as const;
      const passwordHash = found?.credentials.passwordHash;
      const right = await checkPassword(dependencies, { attempt, passwordHash, password });
      const refuse = (reason?: 'ended_meanwhile') => {
        writeAccountEvent(request.log, 'password_refused', found?.user.id);
        return new ApiError('wrong_credentials', { details: { reason } });
      };
      if (found === undefined || !right) throw refuse();
      const { user, credentials } = found;
      const token = await inTransaction(db, (transaction) => openSession(transaction, { ...credentials, now: now() }));
      if (token === undefined) throw refuse('ended_meanwhile');
      writeAccountEvent(request.log, 'signed_in', user.id);
      return { ...user, token };
    },
    signOut: async ({ caller: { user, token } }) => {
      await inTransaction(db, async (transaction) => {
        await closeSession(transaction, { token });
        await releaseHold(transaction, { userId: user.id, clock: now, isShared: false });
      });
      seatChanges.notify();
      return undefined;
    },
    signOutOthers: ({ caller: { user, token } }) =>
      inTransaction(db, (transaction) => closeOtherSessions(transaction, { userId: user.id, token, now: now() })),
    changePassword({ caller, passwordChange: change, transaction, now: changedAt }) {
      if (change === undefined) throw new Error('The new password was not prepared');
      return changePassword(transaction, { caller, change, now: changedAt });
    },
    readUser: ({ caller }) => caller.user,
  } satisfies Partial<Handlers>;
}
