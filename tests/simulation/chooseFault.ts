import type { Fault } from './network.ts';
import { pickWeighted, type Random } from './random.ts';

/** How often requests fail that read, and that change something. */
const FAULTY = { reads: 0.08, changes: 0.3 };
const SECOND = 1000;

/** Chooses the fault of one request, from its name. Most have none. */
export function chooseFault(request: string, random: Random): Fault | undefined {
  if (!random.chance(request.includes(': GET') ? FAULTY.reads : FAULTY.changes)) return undefined;
  return pickWeighted<Fault>(random, [
    { weight: 3, value: { kind: 'requestLost' } },
    { weight: 5, value: { kind: 'responseLost' } },
    { weight: 4, value: { kind: 'delayed', ms: random.below(20 * SECOND) } },
    { weight: 3, value: { kind: 'duplicated', ms: random.below(5 * SECOND) } },
    { weight: 3, value: { kind: 'late', ms: random.below(20 * SECOND) } },
    { weight: 1, value: { kind: 'refused', status: 429 } },
    { weight: 1, value: { kind: 'refused', status: 500 } },
    { weight: 2, value: { kind: 'refused', status: 503 } },
    { weight: 2, value: { kind: 'failedAfterwards' } },
  ]);
}
