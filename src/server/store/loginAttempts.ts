import { createHash } from 'node:crypto';
import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely';
import { usernameKey } from '#domain/credentials.ts';
import type { Schema } from '../db/schema.ts';
import { networkOf, siteOf } from '../addresses/clientAddress.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const KNOWN_FOR = 180 * DAY;
const MAX_DELAY = 5 * 60 * SECOND;

/** `free`: wrong passwords without a delay. `forgottenAfter`: milliseconds without a wrong password that reset the counter. */
const LIMITS = {
  account: { free: 5, forgottenAfter: DAY },
  session: { free: 5, forgottenAfter: DAY },
  address: { free: 100, forgottenAfter: HOUR },
} as const;

type Limit = (typeof LIMITS)[keyof typeof LIMITS];

/** An attempt to enter a password: at a sign-in, or in a session whose user must repeat it. */
export type LoginAttempt =
  | (Place & { readonly at: 'sign-in' })
  | { readonly at: 'session'; readonly token: string; readonly address: string };

/** An account, and the IP address of a client that signs in to it. */
interface Place {
  /** As the client sent it; not normalized. */
  readonly username: string;
  readonly address: string;
}

/** The counters that apply to an attempt, before its password is checked. */
export interface AttemptRecord {
  /** Milliseconds until the next attempt is allowed; 0 when it is allowed now. */
  readonly wait: number;
  readonly failures: number;
  /** Whether the account was signed in from this address before. Attempts from a known address have a counter of their own. */
  readonly known: boolean;
}

/**
 * Finds how long an attempt must wait (reliability 24). A session has a counter of its own, so that wrong guesses elsewhere do
 * not delay its user (reliability 46). `now` is in epoch milliseconds.
 */
export async function findAttemptRecord(
  db: Kysely<Schema>,
  { attempt, now }: { readonly attempt: LoginAttempt; readonly now: number },
): Promise<AttemptRecord> {
  if (attempt.at === 'session') {
    const subject = sessionSubject(attempt.token);
    const [counter] = await findCounters(db, [subject]);
    return { known: false, failures: counter?.failures ?? 0, wait: waitOf(counter, LIMITS.session, now) };
  }
  const subject = subjectsOf(attempt);
  const rows = await findCounters(db, [subject.account, subject.owner, ...subject.places]);
  const row = (name: string) => rows.find((each) => each.subject === name);
  const [account, owner] = [row(subject.account), row(subject.owner)];
  if (isKnown(owner, now)) {
    return { known: true, failures: owner?.failures ?? 0, wait: waitOf(owner, LIMITS.account, now) };
  }
  const waits = subject.places.map((place) => waitOf(row(place), LIMITS.address, now));
  const wait = Math.max(waitOf(account, LIMITS.account, now), ...waits);
  return { known: false, failures: account?.failures ?? 0, wait };
}

/**
 * Counts a wrong password. In a session it counts against the session. At a sign-in from a known address it counts against
 * this account at this address only; from an unknown address it counts against the account, the address and the /48 of IPv6.
 */
export async function countFailedAttempt(
  db: Kysely<Schema>,
  { attempt, known, now }: { readonly attempt: LoginAttempt; readonly known: boolean; readonly now: number },
): Promise<void> {
  if (attempt.at === 'session') return count(db, sessionSubject(attempt.token), LIMITS.session, now);
  const subject = subjectsOf(attempt);
  if (known) return count(db, subject.owner, LIMITS.account, now);
  await count(db, subject.account, LIMITS.account, now);
  for (const place of subject.places) await count(db, place, LIMITS.address, now);
}

/** Resets the counter of the session or account, and remembers the address as known at a sign-in. The counters of places stay. */
export async function recordSuccessfulAttempt(
  db: Kysely<Schema>,
  { attempt, record, now }: { readonly attempt: LoginAttempt; readonly record: AttemptRecord; readonly now: number },
): Promise<void> {
  const { known, failures } = record;
  if (attempt.at === 'sign-in') await rememberOwner(db, { ...attempt, now });
  if (known || failures === 0) return;
  const subject = attempt.at === 'session' ? sessionSubject(attempt.token) : subjectsOf(attempt).account;
  await db.deleteFrom('login_attempts').where('subject', '=', subject).execute();
}

/** Remembers the address of a successful sign-in or sign-up as known for the account, and resets the counter of that pair. */
export async function rememberOwner(
  db: Kysely<Schema>,
  { username, address, now }: Place & { readonly now: number },
): Promise<void> {
  const fresh = { failures: 0, failed_at: now, known_at: now };
  await db
    .insertInto('login_attempts')
    .values({ subject: subjectsOf({ username, address }).owner, ...fresh })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(fresh))
    .execute();
}

interface Oblivion {
  readonly now: number;
  readonly max: number;
}

/** Deletes at most `max` counters without a failure for a day; returns how many. `now` is in epoch milliseconds. */
export function forgetLoginAttempts(db: Kysely<Schema>, { now, max }: Oblivion): Promise<number> {
  return forget(db, max, (row) => row.and([row('known_at', 'is', null), row('failed_at', '<=', now - DAY)]));
}

/** Deletes at most `max` known addresses that were remembered 180 days ago; returns how many. `now` is in epoch milliseconds. */
export function forgetOwners(db: Kysely<Schema>, { now, max }: Oblivion): Promise<number> {
  return forget(db, max, (row) => row.and([row('known_at', '<=', now - KNOWN_FOR), row('failed_at', '<=', now - DAY)]));
}

async function forget(
  db: Kysely<Schema>,
  max: number,
  isOld: (row: ExpressionBuilder<Schema, 'login_attempts'>) => Expression<SqlBool>,
): Promise<number> {
  const old = db.selectFrom('login_attempts').select('subject').where(isOld).limit(max);
  const { numDeletedRows } = await db
    .deleteFrom('login_attempts')
    .where('subject', 'in', old)
    // Repeated, because another transaction may have updated the row since the subquery ran.
    .where(isOld)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

async function findCounters(db: Kysely<Schema>, subjects: readonly string[]) {
  return db
    .selectFrom('login_attempts')
    .select(['subject', 'failures', 'failed_at', 'known_at'])
    .where('subject', 'in', subjects)
    .execute();
}

interface Counter {
  readonly failures: number;
  readonly failed_at: number;
  readonly known_at: number | null;
}

function waitOf(counter: Counter | undefined, { free, forgottenAfter }: Limit, now: number): number {
  if (counter === undefined || counter.failures < free) return 0;
  const passed = now - counter.failed_at;
  if (passed < 0 || passed >= forgottenAfter) return 0;
  return Math.max(0, Math.min(MAX_DELAY, SECOND * 2 ** (counter.failures - free)) - passed);
}

function isKnown(counter: Counter | undefined, now: number): boolean {
  return counter !== undefined && counter.known_at !== null && now - counter.known_at < KNOWN_FOR;
}

async function count(db: Kysely<Schema>, subject: string, limit: Limit, now: number): Promise<void> {
  await db
    .insertInto('login_attempts')
    .values({ subject, failures: 1, failed_at: now, known_at: null })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet(({ eb }) => ({
        failures: eb
          .case()
          .when('login_attempts.failed_at', '<=', now - limit.forgottenAfter)
          .then(1)
          .else(eb('login_attempts.failures', '+', 1))
          .end(),
        failed_at: now,
      })),
    )
    .execute();
}

function subjectsOf({ username, address }: Place) {
  const account = usernameKey(username);
  const network = networkOf(address);
  // Providers assign up to a /48 of IPv6 to one customer. A /24 of IPv4 belongs to many.
  const places = address.includes(':') ? [network, siteOf(address)] : [network];
  return {
    account: digest('account', account),
    owner: digest('owner', account, network),
    places: places.map((place) => digest('address', place)),
  };
}

function sessionSubject(token: string): string {
  return digest('session', token);
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
