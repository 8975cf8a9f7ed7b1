import type { Kysely } from 'kysely';
import { usernameKey } from '#domain/credentials.ts';
import type { Schema } from '../db/schema.ts';
import { refuseAttempts, refuseForNow, ApiError } from '../errors.ts';
import {
  countFailedAttempt,
  findAttemptRecord,
  recordSuccessfulAttempt,
  type LoginAttempt,
  type AttemptRecord,
} from '../store/loginAttempts.ts';
import type { Passwords, Requester } from './passwords.ts';
import { findPasswordHash } from '../store/accounts.ts';
import type { Caller } from './authentication.ts';

export interface PasswordDependencies {
  readonly db: Kysely<Schema>;
  readonly passwords: Passwords;
  readonly now: () => number;
  /** Whether the database can be reached. */
  readonly isReachable: () => boolean;
}

/**
 * Checks a password and counts the attempt (reliability 24). Throws `too_many_attempts` while attempts must wait, and
 * `unavailable` when its turn comes while the database cannot be reached. Reads the
 * counters again when it is this attempt's turn to be hashed, because concurrent attempts may have failed since.
 */
export async function checkPassword(
  { db, passwords, now, isReachable }: PasswordDependencies,
  { attempt, passwordHash, password }: { attempt: LoginAttempt; passwordHash: string | undefined; password: string },
): Promise<boolean> {
  const { known } = await mayAttempt(db, attempt, now());
  return passwords.inTurn(requesterOf(attempt, known), async (matches) => {
    // In an outage each turn would wait for the database, one after another.
    if (!isReachable()) throw refuseForNow();
    const record = await mayAttempt(db, attempt, now());
    const right = await matches(passwordHash, password);
    if (right) await recordSuccessfulAttempt(db, { attempt, record, now: now() });
    else await countFailedAttempt(db, { attempt, known: record.known, now: now() });
    return right;
  });
}

async function mayAttempt(db: Kysely<Schema>, attempt: LoginAttempt, now: number): Promise<AttemptRecord> {
  const record = await findAttemptRecord(db, { attempt, now });
  if (record.wait > 0) throw refuseAttempts(Math.ceil(record.wait / 1000));
  return record;
}

/** Gives strangers who guess a password another place in the queue than the sessions and the owner of the account (reliability 46). */
function requesterOf(attempt: LoginAttempt, isKnown: boolean): Requester {
  const { address } = attempt;
  if (attempt.at === 'session') return { kind: 'known', address, account: attempt.token };
  return { kind: isKnown ? 'known' : 'stranger', address, account: usernameKey(attempt.username) };
}

/**
 * Checks the password of a signed-in user again, before a withdrawal or a change of password (section 6). Throws
 * `wrong_password`, or `too_many_attempts` after too many wrong passwords in this session (reliability 46).
 */
export async function requirePassword(
  dependencies: PasswordDependencies,
  { caller: { user, token, address }, password }: { readonly caller: Caller; readonly password: string },
): Promise<void> {
  const passwordHash = await findPasswordHash(dependencies.db, { userId: user.id });
  const attempt = { at: 'session', token, address } as const;
  if (!(await checkPassword(dependencies, { attempt, passwordHash, password }))) throw new ApiError('wrong_password');
}
