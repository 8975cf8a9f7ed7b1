import type { FastifyRequest } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { User } from '#contract/user.ts';
import type { Schema } from '../db/schema.ts';
import { clientAddress } from '../addresses/clientAddress.ts';
import { ApiError } from '../errors.ts';
import { bearerToken } from './bearerToken.ts';
import { findSession, isSessionLive, isTouchDue, touchSession } from '../store/sessions.ts';

/** The signed-in user who sends a request, their bearer token, and the client's IP address. */
export interface Caller {
  readonly user: User;
  readonly token: string;
  readonly address: string;
}

/** Finds the user who sends a request. */
export interface Authentication {
  /** A hook that runs before the body is read. Throws `unauthenticated` when the request has no token of a live session. */
  readonly requireCaller: (request: FastifyRequest) => Promise<void>;
  /** Returns the caller that `requireCaller` found. */
  readonly callerOf: (request: FastifyRequest) => Caller;
  /** Throws `unauthenticated` when the caller's session has ended since `requireCaller` ran. */
  readonly requireStillSignedIn: (transaction: Transaction<Schema>, caller: Caller) => Promise<void>;
}

const NO_TOKEN = 'Please sign in first';

/** Authentication by bearer token (section 6). */
export function createAuthentication(db: Kysely<Schema>, now: () => number): Authentication {
  const callers = new WeakMap<FastifyRequest, Caller>();

  return {
    async requireCaller(request) {
      const token = bearerToken(request.headers.authorization);
      if (token === undefined) throw unauthenticated(NO_TOKEN);
      const session = await findSession(db, { token, now: now() });
      if (session === undefined) throw unauthenticated();
      callers.set(request, { user: session.user, token, address: clientAddress(request) });
      if (!isTouchDue(session, now())) return;
      await touchSession(db, { token, session, now: now() }).catch((error: unknown) => {
        request.log.warn({ err: error }, 'could not record the use of a session');
      });
    },

    callerOf(request) {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('This route calls callerOf without the hook requireCaller');
      return caller;
    },

    async requireStillSignedIn(transaction, { token }) {
      if (!(await isSessionLive(transaction, { token, now: now() }))) throw unauthenticated();
    },
  };
}

function unauthenticated(message?: string): ApiError {
  return new ApiError('unauthenticated', {
    ...(message === undefined ? {} : { message }),
    headers: { 'www-authenticate': 'Bearer' },
  });
}
