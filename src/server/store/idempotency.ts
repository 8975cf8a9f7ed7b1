import { hash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction } from '../db/inTransaction.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';

const KEY_LIFE = 24 * 3_600_000;

/** A user's request to change something. Without a key it runs every time it is sent. */
export interface Command {
  readonly userId: string;
  readonly route: string;
  readonly key: string | undefined;
  /** The body, without any password. */
  readonly request: unknown;
  readonly now: number;
}

/** A response: its status, its body as JSON, and whether it repeats a stored response. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

/**
 * Runs a command in one transaction, which also stores the response for 24 hours. Resolves after COMMIT.
 * A repeated request with the same key gets the stored response. Two concurrent requests with the same key run once.
 * Throws `idempotency_conflict` when the key was used for a different request. When `work` throws, nothing is stored.
 */
export async function answerOnce(
  db: Kysely<Schema>,
  command: Command,
  status: number,
  work: (transaction: Transaction<Schema>) => Promise<unknown>,
): Promise<Answer> {
  const carryOut = async (transaction: Transaction<Schema>): Promise<Answer> => ({
    status,
    body: JSON.stringify(await work(transaction)),
    replayed: false,
  });
  const { key } = command;
  if (key === undefined) return inTransaction(db, carryOut);
  const { userId, route, now } = command;
  const claim: Claim = { userId, route, key, requestHash: hashRequest(command.request), now };
  let isFirstTry = true;
  try {
    return await inTransaction(db, async (transaction) => {
      // The first try does not look for a stored response, because new requests have none. If there is one, either `work` throws
      // an ApiError and the catch looks it up, or the insert violates the key and the transaction runs again.
      const stored = isFirstTry ? undefined : await findAnswer(transaction, claim);
      isFirstTry = false;
      if (stored !== undefined && isLive(stored, now)) return replay(stored, claim);
      if (stored !== undefined) await forgetAnswer(transaction, claim);
      const answer = await carryOut(transaction);
      await saveAnswer(transaction, claim, answer);
      return answer;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const stored = await findAnswer(db, claim);
    if (stored === undefined || !isLive(stored, now)) throw error;
    return replay(stored, claim);
  }
}

/** Deletes at most `max` keys that are older than 24 hours; returns how many. `now` is in epoch milliseconds. */
export async function forgetKeys(
  db: Kysely<Schema>,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<number> {
  const columns = ['user_id', 'route', 'key'] as const;
  const old = db
    .selectFrom('idempotency_keys')
    .select(columns)
    .where('created_at', '<=', now - KEY_LIFE)
    .limit(max);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where((row) => row(row.refTuple(...columns), 'in', old.$asTuple(...columns)))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

type Claim = Readonly<Record<'userId' | 'route' | 'key' | 'requestHash', string>> & { readonly now: number };

type StoredAnswer = Pick<Schema['idempotency_keys'], 'request_hash' | 'status' | 'body' | 'created_at'>;

function findAnswer(db: Kysely<Schema>, { userId, route, key }: Claim): Promise<StoredAnswer | undefined> {
  return db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body', 'created_at'])
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
}

async function forgetAnswer(transaction: Kysely<Schema>, { userId, route, key }: Claim): Promise<void> {
  await transaction
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute();
}

async function saveAnswer(
  transaction: Kysely<Schema>,
  { userId, route, key, requestHash, now }: Claim,
  { status, body }: Answer,
): Promise<void> {
  await transaction
    .insertInto('idempotency_keys')
    .values({ user_id: userId, route, key, request_hash: requestHash, status, body, created_at: now })
    .execute();
}

function isLive(stored: StoredAnswer, now: number): boolean {
  return stored.created_at > now - KEY_LIFE;
}

function replay(stored: StoredAnswer, claim: Claim): Answer {
  if (stored.request_hash !== claim.requestHash) throw new ApiError('idempotency_conflict');
  if (stored.status === null || stored.body === null)
    throw new Error('An idempotency key was stored without its response');
  return { status: stored.status, body: stored.body, replayed: true };
}

function hashRequest(request: unknown): string {
  return hash('sha256', JSON.stringify(request), 'base64url');
}
