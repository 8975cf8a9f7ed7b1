import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { refuseAttempts, refuseForNow } from '../errors/apiError.ts';
import { networkOf, siteOf } from '../addresses/networkOf.ts';
import { FairQueue } from './fairQueue.ts';

/** The cost of a hash: memory in KiB, passes over it, threads. */
export type PasswordCost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;

/** The cost that OWASP asks for (decision 12). */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * So many requests of each kind wait, in all. A site may have as many waiting as places are left, and a network of it as many as are
 * left to its site, so that there is always one for the next: a network alone, which may be a whole office, has 167.
 */
const MAX_QUEUE = 500;

/** An account has so many waiting from a network, as many as it has sessions: from elsewhere nobody takes its share. */
const SHARE_OF_ACCOUNT = 20;

const SECONDS_TO_WAIT = 2;

interface PasswordsOptions {
  readonly workers?: number;
  readonly maxQueue?: number;
  readonly cost?: PasswordCost | undefined;
}

/** Whether the password is the one of the hash; takes as long, and says no, when there is no hash. */
type Matches = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/** The party that asks for a hash. */
export interface Requester {
  /**
   * Known is who has a session, or signs in from where the account was opened before; they and strangers take turns.
   * A newcomer, who signs up, waits until neither of them does (reliability 50).
   */
  readonly kind: 'known' | 'stranger' | 'newcomer';
  /** The client's address, as far as proxies are believed. */
  readonly address: string;
  /** Whose password it is: a session, or a user name, whether or not somebody has it. */
  readonly account: string;
}

/**
 * Hashes and checks passwords (argon2id). Throws `too_many_attempts` beyond the share of an account or a network in those
 * that wait, and `unavailable` when there is no place for anybody.
 */
export interface Passwords {
  hash(requester: Requester, password: string): Promise<string>;
  /** Waits for its turn, then calls `work` with the function that checks a password. Resolves with what it returns. */
  inTurn<Result>(requester: Requester, work: (matches: Matches) => Promise<Result>): Promise<Result>;
}

/** Passwords hashed off the event loop, at most `workers` at a time so that other requests keep a core. */
export function createPasswords({
  workers = Math.max(1, availableParallelism() - 1),
  maxQueue = MAX_QUEUE,
  cost = PASSWORD_COST,
}: PasswordsOptions = {}): Passwords {
  const inTurn = createTurns(workers, maxQueue);
  // Checked for unknown users, so that they take as long as known ones.
  const hashOfNobody = hash(randomUUID(), cost);
  const matches: Matches = async (passwordHash, password) => {
    const right = await verify(passwordHash ?? (await hashOfNobody), password);
    return right && passwordHash !== undefined;
  };
  return {
    hash: (requester, password) => inTurn(requester, () => hash(password, cost)),
    inTurn: (requester, work) => inTurn(requester, () => work(matches)),
  };
}

/** Work that waits for one of so many workers; networks, and in each its accounts, take turns (reliability 39). */
function createTurns(workers: number, maxQueue: number) {
  const first = new FairQueue<() => void>();
  const last = new FairQueue<() => void>();
  let running = 0;

  async function wait({ kind, address, account }: Requester): Promise<void> {
    const queue = kind === 'newcomer' ? last : first;
    const site = [kind, siteOf(address)];
    const network = [...site, networkOf(address)];
    const left = maxQueue - queue.countOf([kind]);
    const leftToSite = left - queue.countOf(site);
    if (left <= 0) throw refuseForNow(SECONDS_TO_WAIT);
    if (queue.countOf(network) >= leftToSite || queue.countOf([...network, account]) >= SHARE_OF_ACCOUNT) {
      throw refuseAttempts(SECONDS_TO_WAIT);
    }
    await new Promise<void>((resolve) => queue.push([...network, account], resolve));
  }

  return async function inTurn<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result> {
    if (running < workers) running += 1;
    else await wait(requester);
    try {
      return await work();
    } finally {
      const next = first.shift() ?? last.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
