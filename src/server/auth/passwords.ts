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
  hash(password: string): Promise<string>;
  /** Waits for its turn, then calls `work` with the function that checks a password. Resolves with what it returns. */
  inTurn<Result>(work: (matches: Matches) => Promise<Result>): Promise<Result>;
}

/** Passwords hashed off the event loop, at most `workers` at a time so that other requests keep a core. */
export function createPasswords(workers: number = Math.max(1, availableParallelism() - 1)): Passwords {
  const inTurn = createTurns(workers);
  return {
    hash: (password) => inTurn(() => hash(password, COST)),
    inTurn: (work) => inTurn(() => work(matches)),
  };
}

async function matches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await verify(passwordHash ?? NOBODY, password);
  return right && passwordHash !== undefined;
}

function createTurns(workers: number) {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < workers) running += 1;
    else {
      if (waiting.length >= LONGEST_QUEUE) throw refuseForNow(2);
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
