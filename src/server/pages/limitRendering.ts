import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from '../addresses/clientAddress.ts';
import { networkOf } from '../addresses/networkOf.ts';

/** How many documents are rendered (reliability 39). */
export interface RenderLimits {
  /** In a tenth of a second, for all together: some 20 ms of work, between which calls are answered. */
  readonly inAll: number;
  /** In two seconds, for one address or one customer of an IPv6 network. */
  readonly ofOneAddress: number;
}

const LIMITS: RenderLimits = { inAll: 5, ofOneAddress: 20 };
const IN_ALL_MILLISECONDS = 100;
const OF_ONE_ADDRESS_MILLISECONDS = 2000;

/** Whether a document may be rendered for this request now; what may not costs the others nothing. */
export type MayRender = (request: FastifyRequest) => Promise<boolean>;

/** Counts the renderings of each address and of all. Rendering cannot be interrupted, so counting those at once would limit nothing. */
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
      // One after the other: who is beyond their own limit must not use up that of all.
      const counted = await count(request);
      if (!counted.isAllowed && counted.isExceeded) return false;
    }
    return true;
  };
}
