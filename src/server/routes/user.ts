import type { FastifyRequest } from 'fastify';
import type { SessionUser, User } from '#contract/user.ts';
import { usernameKey } from '#domain/credentials.ts';
import { hasOneWritingSystem } from '#domain/writingSystems.ts';
import { clientAddress } from '../addresses/clientAddress.ts';
import { writeAccountEvent } from '../auth/auditTrail.ts';
import { changePassword } from '../auth/changePassword.ts';
import { checkPassword } from '../auth/checkPassword.ts';
import { isCommonPassword } from '../auth/passwords.ts';
import { inTransaction } from '../db/inTransaction.ts';
import { ApiError, refuseRule } from '../errors.ts';
import { findCredentials, signUp, type Account } from '../store/accounts.ts';
import { releaseHold } from '../store/holds.ts';
import { closeOtherSessions, closeSession, openSession } from '../store/sessions.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Milliseconds after a sign-up in which the same form signs in, as long as a refused command is remembered. */
const REPEATED_SIGN_UP = 15 * 60_000;

/** Handlers for sign-up, sign-in, sign-out here and on other devices, change of password, and the user's data (section 7). */
export function userHandlers(dependencies: RouteDependencies) {
  const { db, passwords, now, seatChanges } = dependencies;

  /** Opens a session. Throws what `refuse` returns when no user has this name and password. */
  async function signIn(
    request: FastifyRequest,
    { username, password }: { readonly username: string; readonly password: string },
    refuse: (reason?: 'ended_meanwhile') => ApiError,
  ): Promise<SessionUser> {
    const found = await findCredentials(db, { username });
    const attempt = { at: 'sign-in', username, address: clientAddress(request) } as const;
    const passwordHash = found?.credentials.passwordHash;
    const right = await checkPassword(dependencies, { attempt, passwordHash, password });
    if (found !== undefined && right) {
      const { user, credentials } = found;
      const token = await inTransaction(db, (transaction) => openSession(transaction, { ...credentials, now: now() }));
      if (token !== undefined) {
        writeAccountEvent(request.log, 'signed_in', user.id);
        return { ...user, token };
      }
    }
    writeAccountEvent(request.log, 'password_refused', found?.user.id);
    throw refuse(right ? 'ended_meanwhile' : undefined);
  }

  /** Whether a sign-up repeats the one that created this account, because its response was lost. Its password is checked later. */
  function isRepeated(
    { username, displayName, age }: Omit<User, 'id' | 'balance'>,
    { user, createdAt }: Account,
  ): boolean {
    return (
      now() - createdAt < REPEATED_SIGN_UP &&
      user.username === username &&
      user.displayName === displayName &&
      user.age === age
    );
  }

  return {
    signUp: async ({ input, request }) => {
      const { username, displayName, age, password } = input;
      if (!hasOneWritingSystem(username)) throw refuseRule('username', 'usernameAlphabets');
      if (isCommonPassword(password)) throw refuseRule('password', 'passwordCommon');
      const address = clientAddress(request);
      if ((await findCredentials(db, { username })) === undefined) {
        const requester = { kind: 'newcomer', address, account: usernameKey(username) } as const;
        const passwordHash = await passwords.hash(requester, password);
        const user = await signUp(db, { username, displayName, age, passwordHash, address, now: now() });
        if (user !== undefined) {
          writeAccountEvent(request.log, 'signed_up', user.id);
          return user;
        }
      }
      const found = await findCredentials(db, { username });
      if (found === undefined || !isRepeated(input, found)) throw new ApiError('username_taken');
      return signIn(request, { username, password }, () => new ApiError('username_taken'));
    },
    signIn: ({ input, request }) =>
      signIn(request, input, (reason) => new ApiError('wrong_credentials', { details: { reason } })),
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
