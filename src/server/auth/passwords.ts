import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify, type Options } from '@node-rs/argon2';
import { passwordKey } from '#domain/credentials.ts';
import { refuseAttempts, refuseForNow } from '../errors.ts';
import { timeLeft } from '../deadline.ts';
import { networkOf, siteOf } from '../addresses/clientAddress.ts';
import { FairQueue } from './fairQueue.ts';
import { dictionary } from '@zxcvbn-ts/language-common';

/** The cost of a hash: memory in KiB, iterations, threads. */
export type PasswordCost = Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>;

/** The cost that OWASP recommends (decision 12). */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * The maximum number of waiting requests of each kind. A request may wait only if the waiting requests of its site (`siteOf`) plus
 * those of its network (`networkOf`) are fewer than the free places, so that other sites and networks always find a place. A
 * network that waits alone, perhaps a whole office, may have 167 waiting requests.
 */
const MAX_QUEUE = 500;

/**
 * The maximum number of waiting requests of one account from one network, the same as its maximum number of sessions. Requests
 * for the account from other networks do not count.
 */
const SHARE_OF_ACCOUNT = 20;

const SECONDS_TO_WAIT = 2;

interface PasswordsOptions {
  readonly workers?: number;
  readonly maxQueue?: number;
  readonly cost?: PasswordCost | undefined;
}

/** Whether the password matches the hash. Without a hash it takes the same time and resolves with false. */
type Matches = (passwordHash: string | undefined, password: string) => Promise<boolean>;

/** The origin of a request that needs a hash; it decides the place in the queue. */
export interface Requester {
  /**
   * `known`: has a session, or signs in from an address where the account has signed in before. `stranger`: signs in from
   * another address; takes turns with `known`. `newcomer`: signs up, and waits until none of the others wait (reliability 50).
   */
  readonly kind: 'known' | 'stranger' | 'newcomer';
  /** The client's IP address, as reported by trusted proxies. */
  readonly address: string;
  /** The bearer token of the session, or the user name of the sign-in or sign-up, even if no user has that name. */
  readonly account: string;
}

/**
 * Hashes and checks passwords (argon2id). Throws `too_many_attempts` when too many requests of the account or network already
 * wait, and `unavailable` when the queue is full or the turn has not come before the deadline of the request.
 */
export interface Passwords {
  hash(requester: Requester, password: string): Promise<string>;
  /** Waits for the requester's turn, then calls `work` with a function that checks a password. Resolves with its result. */
  inTurn<Result>(requester: Requester, work: (matches: Matches) => Promise<Result>): Promise<Result>;
}

/** Hashes passwords outside the event loop, at most `workers` at a time, so that one core is left for other requests. */
export function createPasswords({
  workers = Math.max(1, availableParallelism() - 1),
  maxQueue = MAX_QUEUE,
  cost = PASSWORD_COST,
}: PasswordsOptions = {}): Passwords {
  const inTurn = createHashQueue(workers, maxQueue);
  // For sign-ins with an unknown name, so that they take as long as those with a known name.
  const hashOfNobody = hash(randomUUID(), cost);
  const matches: Matches = async (passwordHash, password) => {
    const compared = passwordHash ?? (await hashOfNobody);
    for (const form of passwordForms(password)) if (await verify(compared, form)) return passwordHash !== undefined;
    return false;
  };
  return {
    hash: (requester, password) => inTurn(requester, () => hash(passwordKey(password), cost)),
    inTurn: (requester, work) => inTurn(requester, () => work(matches)),
  };
}

/** A request that waits for its turn, or has left the queue at its deadline. */
interface Place {
  readonly call: () => void;
  hasLeft: boolean;
}

/** Runs work on a limited number of workers. Waiting kinds, sites, networks and accounts take turns (reliability 39). */
function createHashQueue(workers: number, maxQueue: number) {
  const first = new FairQueue<Place>();
  const last = new FairQueue<Place>();
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
    const { promise: turn, resolve, reject } = Promise.withResolvers<void>();
    const place = { call: resolve, hasLeft: false };
    queue.push([...network, account], place);
    const leaving = setTimeout(() => {
      place.hasLeft = true;
      reject(refuseForNow(SECONDS_TO_WAIT));
    }, timeLeft());
    await turn.finally(() => clearTimeout(leaving));
  }

  function findNext(): Place | undefined {
    for (;;) {
      const place = first.shift() ?? last.shift();
      if (place?.hasLeft !== true) return place;
    }
  }

  return async function inTurn<Result>(requester: Requester, work: () => Promise<Result>): Promise<Result> {
    if (running < workers) running += 1;
    else await wait(requester);
    try {
      return await work();
    } finally {
      const next = findNext();
      if (next === undefined) running -= 1;
      else next.call();
    }
  };
}

/**
 * The forms of a password to compare with a stored hash: the normalised one, then those that were stored before passwords were
 * normalised, by a keyboard that composed letters or one that did not. An ASCII password has only one, and none has more than five.
 */
function passwordForms(password: string): string[] {
  const key = passwordKey(password);
  const [composed, decomposed] = [password.normalize('NFC'), password.normalize('NFD')];
  return [...new Set([key, password, key.normalize('NFD'), composed, decomposed])];
}

const common = new Set(dictionary['passwords-common']);

/** Whether a password is on the list of common passwords. Ignores case (reliability 25). */
export function isCommonPassword(password: string): boolean {
  return common.has(passwordKey(password).toLowerCase());
}
