import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress, networkOf } from '../addresses/clientAddress.ts';

/** How many documents the server renders (reliability 39). */
export interface RenderLimits {
  /** In 100 ms, for all clients. Five take about 20 ms, which leaves time for API requests. */
  readonly inAll: number;
  /** In two seconds, for one IPv4 address or one IPv6 /64. */
  readonly ofOneAddress: number;
}

const LIMITS: RenderLimits = { inAll: 5, ofOneAddress: 20 };
const IN_ALL_MILLISECONDS = 100;
const OF_ONE_ADDRESS_MILLISECONDS = 2000;

/** Whether the server may render a document for this request now. */
export type MayRender = (request: FastifyRequest) => Promise<boolean>;

/**
 * Counts the renderings of each address and of all, per period. A limit on concurrent renderings would have no effect, because
 * rendering blocks the event loop.
 */
export async function limitRendering(app: FastifyInstance, limits: Partial<RenderLimits> = {}): Promise<MayRender> {
  const { inAll, ofOneAddress } = { ...LIMITS, ...limits };
  await app.register(rateLimit, { global: false });
  const countOfOneAddress = app.createRateLimit({
    max: ofOneAddress,
    timeWindow: OF_ONE_ADDRESS_MILLISECONDS,
    keyGenerator: (request) => networkOf(clientAddress(request)),
  });
  const countInAll = app.createRateLimit({ max: inAll, timeWindow: IN_ALL_MILLISECONDS, keyGenerator: () => 'all' });

  return async (request) => {
    for (const count of [countOfOneAddress, countInAll]) {
      // In this order: a request beyond the limit of its address must not count towards the limit of all.
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) return false;
    }
    return true;
  };
}
