import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { refuseForNow } from '../errors/refusal.ts';

const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const LONGEST_QUEUE = 500;

/** The hash of a password nobody has, checked for unknown users so that they take as long as known ones. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$m+8PzbIkkFK4DRvTl6hWJQ$+qB7G5VusaAUGSGvaLbJ0R2chJKXRBHSVC2MRF09N4s';

/** Whether the password is the one of the hash; takes as long, and says no, when there is no hash. */
type Matches = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/** Hashes and checks passwords (argon2id). Throws the refusal `unavailable` when too many wait. */
export interface Passwords {
  /** Hashes a new password; that of a newcomer, last of all, when nobody with an account waits (reliability 50). */
  hash(password: string, turn?: 'first' | 'last'): Promise<string>;
  /** Waits for its turn, then calls `work` with the function that checks a password. Resolves with what it returns. */
  inTurn<Result>(work: (matches: Matches) => Promise<Result>): Promise<Result>;
}

/** Passwords hashed off the event loop, at most `workers` at a time so that other requests keep a core. */
export function createPasswords(
  workers: number = Math.max(1, availableParallelism() - 1),
  longestQueue: number = LONGEST_QUEUE,
): Passwords {
  const inTurn = createTurns(workers, longestQueue);
  return {
    hash: (password, turn = 'last') => inTurn(turn, () => hash(password, COST)),
    inTurn: (work) => inTurn('first', () => work(matches)),
  };
}

async function matches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? NOBODY, password);
  return right && passwordHash !== undefined;
}

/** Work that waits for one of so many workers, in two queues: no work of the last begins while some of the first waits. */
function createTurns(workers: number, longestQueue: number) {
  const waiting: Readonly<Record<'first' | 'last', (() => void)[]>> = { first: [], last: [] };
  let running = 0;

  return async function inTurn<Result>(queue: keyof typeof waiting, work: () => Promise<Result>): Promise<Result> {
    if (running < workers) running += 1;
    else {
      if (waiting[queue].length >= longestQueue) throw refuseForNow(2);
      await new Promise<void>((resolve) => waiting[queue].push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.first.shift() ?? waiting.last.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
