import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Passwords } from './passwords.ts';
import { refuseAttempts } from '../errors/refusal.ts';
import {
  countWrongGuess,
  findGuesses,
  recordRightGuess,
  type Guess,
  type GuessRecord,
} from '../store/loginAttempts.ts';

interface Dependencies {
  readonly db: Kysely<Schema>;
  readonly passwords: Passwords;
  readonly now: () => number;
}

/**
 * Whether a password is right, counted against guessing (reliability 24); throws `too_many_attempts` while guesses must wait.
 * Looks at the counters once more when the hash's turn comes, so that guesses sent at once are counted one after another.
 */
export async function checkPassword(
  { db, passwords, now }: Dependencies,
  { guess, passwordHash, password }: { guess: Guess; passwordHash: string | undefined; password: string },
): Promise<boolean> {
  await mayGuess(db, guess, now());
  return passwords.inTurn(async (matches) => {
    const record = await mayGuess(db, guess, now());
    const right = await matches(passwordHash, password);
    if (right) await recordRightGuess(db, { guess, record, now: now() });
    else await countWrongGuess(db, { guess, known: record.known, now: now() });
    return right;
  });
}

async function mayGuess(db: Kysely<Schema>, guess: Guess, now: number): Promise<GuessRecord> {
  const record = await findGuesses(db, { guess, now });
  if (record.wait > 0) throw refuseAttempts(Math.ceil(record.wait / 1000));
  return record;
}
