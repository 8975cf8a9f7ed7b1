import rateLimit from '@fastify/rate-limit';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import type { CallName } from '#contract/calls.ts';
import { refuseAttempts } from '../errors/refusal.ts';

/** Sign-ups that one address may send in a minute: a school or an office shares one (reliability 23). */
const SIGN_UPS_A_MINUTE = 1200;

const MINUTE = 60_000;

/** The routes with a rate limit. */
export const rateLimits: Partial<Record<CallName, FastifyContextConfig>> = {
  signUp: { rateLimit: {} },
};

/** Refuses requests beyond the rate limit of their route, when it has one, with `too_many_attempts`. */
export async function limitSignUps(app: FastifyInstance, max: number = SIGN_UPS_A_MINUTE): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    max,
    timeWindow: MINUTE,
    ipv6Subnet: 64,
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
    errorResponseBuilder: (_request, { ttl }) => refuseAttempts(Math.max(1, Math.ceil(ttl / 1000))),
  });
}
