import { AsyncLocalStorage } from 'node:async_hooks';

/** The longest time that a timer of Node can wait. */
const LONGEST_TIMER = 2 ** 31 - 1;

const deadlines = new AsyncLocalStorage<{ at: number }>();

/**
 * Runs `work` with a deadline for all waits of one request: until `work` settles, no statement and no hash begins later than this.
 * @param milliseconds The time left until the deadline.
 */
export async function withDeadline<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const deadline = { at: performance.now() + milliseconds };
  try {
    return await deadlines.run(deadline, work);
  } finally {
    // A loop that the request started for others, too, such as one that waits for the database, has no deadline from now on.
    deadline.at = Infinity;
  }
}

/** Milliseconds until the deadline of the current request, fewer than 0 after it; 24 days where there is none. */
export function timeLeft(): number {
  return Math.min((deadlines.getStore()?.at ?? Infinity) - performance.now(), LONGEST_TIMER);
}
