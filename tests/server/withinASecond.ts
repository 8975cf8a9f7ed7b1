import { expect } from 'vitest';
import { startOwnClock } from './ownClock.ts';

const A_SECOND = 1000;

/** Holds what an honest visitor asks beside an attack to be answered within a second of the server's own time; gives the answer. */
export async function withinASecond<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  using clock = startOwnClock();
  const answer = await request();
  expect(clock.since(clock.start)).toBeLessThan(A_SECOND);
  return answer;
}
