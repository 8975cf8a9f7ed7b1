import rateLimit from '@fastify/rate-limit';
import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import { clientAddress, networkOf } from '../addresses/clientAddress.ts';
import { refuseAttempts } from '../errors.ts';

const MINUTE = 60_000;

/** How many requests a minute each process accepts before it refuses more with `too_many_attempts`. */
export interface RateLimits {
  /** Sign-ups from one address, or from one IPv6 network. A whole school or office may share an address (reliability 23). */
  readonly signUps: number;
  /** Changes by one account, over all its sessions, or by one door (reliability 51). */
  readonly changes: number;
  /** Codes that a door shows and that are of no ticket. */
  readonly guesses: number;
}

export const DOOR_GUESSES = 30;

const LIMITS: Omit<RateLimits, 'guesses'> = { signUps: 1200, changes: 120 };

/** The configuration of routes with a limit by address. */
export const routeLimits: Partial<Record<CallName, FastifyContextConfig>> = {
  signUp: { rateLimit: {} },
};

/** Counts a request that changes something for its sender. Throws `too_many_attempts` beyond the limit. */
export type LimitChanges = (request: FastifyRequest) => Promise<void>;

/**
 * Limits the routes added after this call. Returns the limit on changes by an account or a door.
 * @param senderOf The id of the user or the door that sends a request.
 */
export async function limitRequests(
  app: FastifyInstance,
  senderOf: (request: FastifyRequest) => string,
  limits: Partial<RateLimits> = {},
): Promise<LimitChanges> {
  const { signUps, changes } = { ...LIMITS, ...limits };
  await app.register(rateLimit, {
    global: false,
    max: signUps,
    timeWindow: MINUTE,
    keyGenerator: (request) => networkOf(clientAddress(request)),
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
    errorResponseBuilder: (_request, { ttl }) => refuseFor(ttl),
  });
  const countChange = app.createRateLimit({ max: changes, keyGenerator: senderOf });
  return async (request) => {
    const count = await countChange(request);
    if (!count.isAllowed && count.isExceeded) throw refuseFor(count.ttl);
  };
}

/** @param ttl Milliseconds until the limit is reset. */
function refuseFor(ttl: number) {
  return refuseAttempts(Math.max(1, Math.ceil(ttl / 1000)));
}
