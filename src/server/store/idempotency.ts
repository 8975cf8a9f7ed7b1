import { hash } from 'node:crypto';
import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool, type Transaction } from 'kysely';
import * as v from 'valibot';
import { problemSchema } from '#contract/problem.ts';
import { Overtaken } from '../db/databaseFailure.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';

const HOUR = 3_600_000;
const SUCCESS_LIFE = 24 * HOUR;
/** Longer than any request can live, so that a late attempt of a refused command finds the refusal. */
const REFUSAL_LIFE = HOUR / 4;
const BAD_REQUEST = 400;
const UNAUTHORIZED = 401;
const TOO_MANY_REQUESTS = 429;
const refusalSchema = v.pipe(v.string(), v.parseJson(), problemSchema);

/** A request to change something. Without a key it runs every time it is sent. */
export interface Command {
  /** The user, or the door, that sends it. */
  readonly userId: string;
  readonly route: string;
  readonly key: string | undefined;
  /** The body, without any password. */
  readonly request: unknown;
  /** Read by each try, because the password or an earlier try may have waited for seconds. */
  readonly clock: () => number;
}

/** A response: its status, its body as JSON, and whether it repeats a stored response. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly replayed: boolean;
}

type Work = (
  transaction: Transaction<Schema>,
  attempt: {
    /** In epoch milliseconds. */
    readonly now: number;
    /** Call it when the command has no effect, so that its response is not stored. */
    readonly changesNothing: () => void;
  },
) => Promise<unknown>;

/**
 * Runs a command in one transaction, which also stores the response for 24 hours. Resolves after COMMIT.
 * A repeated request with the same key gets the stored response. Two concurrent requests with the same key run once.
 * When `work` throws an ApiError, the transaction is rolled back and the refusal is stored for 15 minutes: an attempt that arrives
 * later gets the same refusal. Not stored: 401, 429, and every other error, because they do not say that the command is
 * refused for good. Throws `idempotency_conflict` when the key was used for a different request.
 */
export async function answerOnce(db: Kysely<Schema>, command: Command, status: number, work: Work): Promise<Answer> {
  const { userId, route, key, clock } = command;
  if (key === undefined) {
    const body = await inTransaction(db, (transaction) =>
      work(transaction, { now: clock(), changesNothing: () => undefined }),
    );
    return { status, body: JSON.stringify(body), replayed: false };
  }
  const request = { userId, route, key, requestHash: hashRequest(command.request) };
  let isFirstTry = true;
  try {
    return await inTransaction(db, async (transaction) => {
      const now = clock();
      const claim = { ...request, now };
      // The first try does not look for a stored response, because new requests have none. If there is one, either `work` throws
      // an ApiError and the catch looks it up, or the insert violates the key and the transaction runs again.
      const stored = isFirstTry ? undefined : await findAnswer(transaction, claim);
      isFirstTry = false;
      if (stored !== undefined && isLive(stored, now)) return replay(stored, claim);
      if (stored !== undefined) await forgetAnswer(transaction, claim, stored);
      let hasEffect = true;
      const body = await work(transaction, {
        now,
        changesNothing: () => {
          hasEffect = false;
        },
      });
      const answer = { status, body: JSON.stringify(body), replayed: false };
      if (hasEffect) {
        await saveAnswer(transaction, claim, answer);
        return answer;
      }
      const earlier = await findAnswer(transaction, claim);
      return earlier !== undefined && isLive(earlier, now) ? replay(earlier, claim) : answer;
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === UNAUTHORIZED) throw error;
    const now = clock();
    const claim = { ...request, now };
    if (error.status !== TOO_MANY_REQUESTS && (await saveRefusal(db, claim, error))) throw error;
    const stored = await findAnswer(db, claim);
    if (stored === undefined || !isLive(stored, now)) throw error;
    return replay(stored, claim);
  }
}

/** Deletes at most `max` keys that are older than 24 hours; returns how many. `now` is in epoch milliseconds. */
export function forgetKeys(db: Kysely<Schema>, { now, max }: Oblivion): Promise<number> {
  return forget(db, max, (key) => key('created_at', '<=', now - SUCCESS_LIFE));
}

/** Deletes at most `max` refusals that are older than 15 minutes; returns how many. `now` is in epoch milliseconds. */
export function forgetRefusals(db: Kysely<Schema>, { now, max }: Oblivion): Promise<number> {
  return forget(db, max, (key) =>
    // A literal, because the partial index of refusals applies only if the condition contains no parameter.
    key.and([key('status', '>=', sql.lit(BAD_REQUEST)), key('created_at', '<=', now - REFUSAL_LIFE)]),
  );
}

interface Oblivion {
  readonly now: number;
  readonly max: number;
}

async function forget(
  db: Kysely<Schema>,
  max: number,
  isOld: (key: ExpressionBuilder<Schema, 'idempotency_keys'>) => Expression<SqlBool>,
): Promise<number> {
  const columns = ['user_id', 'route', 'key'] as const;
  const old = db.selectFrom('idempotency_keys').select(columns).where(isOld).limit(max);
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where((row) => row(row.refTuple(...columns), 'in', old.$asTuple(...columns)))
    // Repeated, because another attempt may have replaced the response since the subquery ran.
    .where(isOld)
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

/** Deletes an expired response. Throws `Overtaken` when another attempt has replaced it since it was read. */
async function forgetAnswer(
  transaction: Kysely<Schema>,
  { userId, route, key }: Claim,
  expired: StoredAnswer,
): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', userId)
    .where('route', '=', route)
    .where('key', '=', key)
    .where('created_at', '=', expired.created_at)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Overtaken('Another attempt has just stored its response under the same key');
}

function rowOf({ userId, route, key, requestHash, now }: Claim, { status, body }: Pick<Answer, 'status' | 'body'>) {
  return { user_id: userId, route, key, request_hash: requestHash, status, body, created_at: now };
}

async function saveAnswer(transaction: Kysely<Schema>, claim: Claim, answer: Answer): Promise<void> {
  await transaction.insertInto('idempotency_keys').values(rowOf(claim, answer)).execute();
}

/** Stores a refusal, unless a response that is still valid has been stored under the key. Returns whether it was stored. */
async function saveRefusal(db: Kysely<Schema>, claim: Claim, refusal: ApiError): Promise<boolean> {
  const row = rowOf(claim, { status: refusal.status, body: JSON.stringify(refusal.toProblem()) });
  const saved = await db
    .insertInto('idempotency_keys')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'route', 'key'])
        .doUpdateSet(row)
        .where((stored) =>
          stored.or([
            stored('idempotency_keys.created_at', '<=', claim.now - SUCCESS_LIFE),
            stored.and([
              stored('idempotency_keys.status', '>=', BAD_REQUEST),
              stored('idempotency_keys.created_at', '<=', claim.now - REFUSAL_LIFE),
            ]),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst();
  return saved !== undefined;
}

function isRefusal({ status }: StoredAnswer): boolean {
  return (status ?? 0) >= BAD_REQUEST;
}

function isLive(stored: StoredAnswer, now: number): boolean {
  return stored.created_at > now - (isRefusal(stored) ? REFUSAL_LIFE : SUCCESS_LIFE);
}

/** Returns a stored success, and throws a stored refusal. */
function replay(stored: StoredAnswer, claim: Claim): Answer {
  if (stored.request_hash !== claim.requestHash) throw new ApiError('idempotency_conflict');
  if (stored.status === null || stored.body === null)
    throw new Error('An idempotency key was stored without its response');
  if (isRefusal(stored)) throw ApiError.replaying(v.parse(refusalSchema, stored.body));
  return { status: stored.status, body: stored.body, replayed: true };
}

function hashRequest(request: unknown): string {
  return hash('sha256', JSON.stringify(request), 'base64url');
}
