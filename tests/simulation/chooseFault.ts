import type { Fault } from './network.ts';
import { pickWeighted, type Random } from './random.ts';

const FAULTY = 0.12;
const SECOND = 1000;

/** Chooses the fault of one request. Most have none. */
export function chooseFault(random: Random): Fault | undefined {
  if (!random.chance(FAULTY)) return undefined;
  return pickWeighted<Fault>(random, [
    { weight: 3, value: { kind: 'requestLost' } },
    { weight: 5, value: { kind: 'responseLost' } },
    { weight: 4, value: { kind: 'delayed', ms: random.below(20 * SECOND) } },
    { weight: 3, value: { kind: 'duplicated', ms: random.below(5 * SECOND) } },
    { weight: 1, value: { kind: 'refused', status: 429 } },
    { weight: 1, value: { kind: 'refused', status: 500 } },
    { weight: 2, value: { kind: 'refused', status: 503 } },
    { weight: 2, value: { kind: 'failedAfterwards' } },
  ]);
}
