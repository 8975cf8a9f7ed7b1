import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction } from '../db/inTransaction.ts';
import type { Schema } from '../db/schema.ts';
import { Refusal } from '../errors/refusal.ts';

const KEY_LIFE = 24 * 3_600_000;

/** A user's request to change something. Without a key it is carried out every time it is sent. */
export interface Intent {
  readonly userId: string;
  readonly route: string;
  readonly key: string | undefined;
  /** The body, without any password. */
  readonly request: unknown;
  readonly now: number;
}

/** An answer: its status, its body as JSON, and whether it was given before. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

/**
 * Carries out an intent in one transaction and stores its answer with it for 24 hours. Resolves after COMMIT.
 * The same key and request get the first answer again; two sent at once are carried out once.
 * Throws `idempotency_conflict` for another request under the key, and whatever `work` throws; then nothing is stored.
 */
export async function answerOnce(
  db: Kysely<Schema>,
  intent: Intent,
  status: number,
  work: (transaction: Transaction<Schema>) => Promise<unknown>,
): Promise<Answer> {
  const { key } = intent;
  return inTransaction(db, async (transaction) => {
    if (key === undefined) return { status, body: JSON.stringify(await work(transaction)), replayed: false };
    const claim = { ...intent, key, requestHash: hashRequest(intent.request) };
    if (!(await claimKey(transaction, claim))) return recall(transaction, claim);
    const body = JSON.stringify(await work(transaction));
    await keepAnswer(transaction, claim, { status, body });
    return { status, body, replayed: false };
  });
}

/** Deletes so many of the keys that are older than 24 hours, at most; returns how many. Takes epoch milliseconds. */
export async function forgetKeys(
  db: Kysely<Schema>,
  { now, most }: { readonly now: number; readonly most: number },
): Promise<number> {
  const columns = ['user_id', 'route', 'key'] as const;
  const old = db
    .selectFrom('idempotency_keys')
    .select(columns)
    .where('created_at', '<=', now - KEY_LIFE)
    .limit(most);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where((row) => row(row.refTuple(...columns), 'in', old.$asTuple(...columns)))
    // A key that is claimed again meanwhile stays.
    .where('created_at', '<=', now - KEY_LIFE)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

type Claim = Omit<Intent, 'key'> & { readonly key: string; readonly requestHash: string };

async function claimKey(transaction: Transaction<Schema>, claim: Claim): Promise<boolean> {
  const fresh = { request_hash: claim.requestHash, status: null, body: null, created_at: claim.now };
  const claimed = await transaction
    .insertInto('idempotency_keys')
    .values({ user_id: claim.userId, route: claim.route, key: claim.key, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet(fresh)
        .where('idempotency_keys.created_at', '<=', claim.now - KEY_LIFE),
    )
    .returning('key')
    .executeTakeFirst();
  return claimed !== undefined;
}

async function recall(transaction: Transaction<Schema>, claim: Claim): Promise<Answer> {
  const kept = await transaction
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'body'])
    .where('user_id', '=', claim.userId)
    .where('route', '=', claim.route)
    .where('key', '=', claim.key)
    .executeTakeFirstOrThrow();
  if (kept.request_hash !== claim.requestHash) throw new Refusal('idempotency_conflict');
  if (kept.status === null || kept.body === null) throw new Error('An idempotency key was kept without its answer');
  return { status: kept.status, body: kept.body, replayed: true };
}

async function keepAnswer(
  transaction: Transaction<Schema>,
  claim: Claim,
  answer: { readonly status: number; readonly body: string },
): Promise<void> {
  await transaction
    .updateTable('idempotency_keys')
    .set(answer)
    .where('user_id', '=', claim.userId)
    .where('route', '=', claim.route)
    .where('key', '=', claim.key)
    .execute();
}

function hashRequest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}
