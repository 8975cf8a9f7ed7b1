import { expect } from 'vitest';

const A_SECOND = 1000;

/** Holds what an honest visitor asks beside an attack to be answered within a second; gives the answer. */
export async function withinASecond<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const asked = performance.now();
  const answer = await ask();
  expect(performance.now() - asked).toBeLessThan(A_SECOND);
  return answer;
}
