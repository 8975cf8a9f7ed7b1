import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import * as v from 'valibot';
import type { Hold, HoldRequest, SharedHold } from '#contract/hold.ts';
import { isHoldCode } from '#domain/sharedSeats.ts';
import { sortSeats } from '#domain/seats.ts';
import { isOnSale } from '#domain/showtimes.ts';
import { HOLD_DURATION, SHARED_HOLD_DURATION } from '#domain/timings.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError, refuseHolds } from '../errors.ts';
import { findOffer } from './offers.ts';
import { refuseTaken, refuseTooYoung } from './refusals.ts';
import type { OfferedStart } from './showtimes.ts';
import { holdSeats, listSeatsOfHold, parseSeatNumbers, releaseHeldSeats } from './takenSeats.ts';

const HOUR = 3_600_000;
/** Limits on the holds of a user within an hour that do not end with a purchase (reliability 62). */
const MAX_HOLDS = 3;
const MAX_DURATIONS = 2;
const CODE_BYTES = 16;
const SHARES_SEATS = 'You are sharing seats with friends. You can still buy free seats.';

/** The starts and ends of holds, in epoch milliseconds. */
const periodsSchema = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.number(), v.number()])));

type Period = readonly [start: number, end: number];
type HoldRow = Selectable<Schema['holds']>;

interface HoldWish {
  readonly userId: string;
  /** The user's age in years. */
  readonly age: number;
  readonly request: HoldRequest;
  readonly now: number;
  readonly offeredStart: OfferedStart;
}

/**
 * Holds seats for a user for five minutes, or shared seats for fifteen, instead of the seats of the user's previous hold. A request
 * for exactly the seats that the user holds already returns the hold unchanged. Throws, in this order: `invalid_request` for a
 * showtime not on offer, `movie_not_found`, `too_young`, `showtime_closed`, `seat_taken`, `seat_held`, `too_many_holds`. The last one
 * also refuses an ordinary hold while the user shares seats, because friends may be paying for them.
 */
export async function createHold(transaction: Kysely<Schema>, wish: HoldWish): Promise<Hold> {
  const { userId, age, request, now, offeredStart } = wish;
  const seatNumbers = sortSeats(request.seatNumbers);
  const startsAt = offeredStart(request, now);
  const offer = await findOffer(transaction, { title: request.movieTitle, startsAt, seatNumbers, userId, now });
  const { movie } = offer;
  refuseTooYoung(age, movie);
  if (!isOnSale(startsAt, now)) throw new ApiError('showtime_closed');
  refuseTaken(offer);
  const previous = await lockHold(transaction, userId);
  const isShared = request.shared === true;
  const row = {
    movie_id: movie.id,
    starts_at: startsAt,
    movie_title: movie.title,
    showtime_date: request.showtimeDate,
    showtime_time: request.showtimeTime,
    seat_numbers: JSON.stringify(seatNumbers),
  };
  const isRunning = previous.expires_at > now;
  const wasShared = previous.code !== null;
  if (isRunning && wasShared === isShared && isSameHold(previous, row)) return holdOf(previous);
  const isPaid = await isPaidFor(transaction, previous);
  if (isRunning && wasShared && !isShared && !isPaid) {
    throw refuseHolds(Math.ceil((previous.expires_at - now) / 1000), SHARES_SEATS);
  }
  const earlier = isPaid ? periodsSince(previous.earlier, now) : earlierHolds(previous, now);
  const hold = {
    ...row,
    id: randomUUID(),
    held_at: now,
    expires_at: now + remainingTime(earlier, isShared ? SHARED_HOLD_DURATION : HOLD_DURATION, now),
    earlier: JSON.stringify(earlier),
    code: isShared ? randomBytes(CODE_BYTES).toString('base64url') : null,
  };
  await releaseHeldSeats(transaction, {
    movieId: previous.movie_id,
    startsAt: previous.starts_at,
    holdId: previous.id,
  });
  await holdSeats(transaction, {
    movieId: movie.id,
    startsAt,
    seatNumbers,
    userId,
    now,
    holdId: hold.id,
    heldUntil: hold.expires_at,
  });
  await transaction.updateTable('holds').set(hold).where('user_id', '=', userId).execute();
  return holdOf(hold);
}

/** The user's hold. Throws `hold_not_found` when the user has none, or when it has expired. */
export async function findHold(
  db: Kysely<Schema>,
  { userId, now }: { readonly userId: string; readonly now: number },
): Promise<Hold> {
  const row = await db
    .selectFrom('holds')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('hold_not_found');
  return holdOf(row);
}

/** A shared hold, by its code. Throws `hold_not_found` for a wrong code, and when the hold has ended. */
export async function findSharedHold(
  db: Kysely<Schema>,
  { code, now }: { readonly code: string; readonly now: number },
): Promise<SharedHold> {
  const row = await findRunningShare(db, { code, now });
  if (row === undefined) throw new ApiError('hold_not_found');
  const { code: _, ...hold } = holdOf(row);
  const { held, sold } = await listSeatsOfHold(db, { ...seatsOf(row), holdId: row.id });
  return { ...hold, seatNumbers: [...held], paidSeatNumbers: [...sold] };
}

/** The id of a shared hold that has not ended, by its code; undefined for any other code. */
export async function findShareId(
  db: Kysely<Schema>,
  { code, now }: { readonly code: string; readonly now: number },
): Promise<string | undefined> {
  return (await findRunningShare(db, { code, now }))?.id;
}

/**
 * Ends the user's hold and frees its seats. Does nothing when the user has no hold of the given kind.
 * @param isShared Whether to end a shared hold. Friends may be paying for its seats, so it ends only on request.
 */
export async function releaseHold(
  transaction: Kysely<Schema>,
  { userId, now, isShared }: { readonly userId: string; readonly now: number; readonly isShared: boolean },
): Promise<void> {
  const row = await transaction
    .updateTable('holds')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('code', isShared ? 'is not' : 'is', null)
    .returning(['id', 'movie_id', 'starts_at'])
    .executeTakeFirst();
  if (row === undefined) return;
  await releaseHeldSeats(transaction, { movieId: row.movie_id, startsAt: row.starts_at, holdId: row.id });
}

/**
 * Ends a hold by a purchase: frees its other seats, and forgets it and earlier ones, so that they do not count as holds without a
 * purchase. Shared seats that were held for longer still count. A shared hold goes on with its other seats.
 */
export async function consumeHold(
  transaction: Kysely<Schema>,
  { userId, holdId, now }: { readonly userId: string; readonly holdId: string; readonly now: number },
): Promise<void> {
  const row = await transaction
    .deleteFrom('holds')
    .where('user_id', '=', userId)
    .where('id', '=', holdId)
    .where('code', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return;
  await releaseHeldSeats(transaction, { movieId: row.movie_id, startsAt: row.starts_at, holdId });
  const shares = v.parse(periodsSchema, row.earlier).filter(([start, end]) => end - start > HOLD_DURATION);
  if (shares.length === 0) return;
  const ended = { ...row, held_at: 0, expires_at: now, earlier: JSON.stringify(shares) };
  await transaction.insertInto('holds').values(ended).execute();
}

/** Deletes at most `max` holds that ended more than an hour ago; returns how many. `now` is in epoch milliseconds. */
export async function forgetHolds(
  db: Kysely<Schema>,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<number> {
  const old = db
    .selectFrom('holds')
    .select('user_id')
    .where('expires_at', '<=', now - HOUR)
    .limit(max);
  const { numDeletedRows } = await db
    .deleteFrom('holds')
    .where('user_id', 'in', old)
    // Repeated, because the user may have made another hold since the subquery ran.
    .where('expires_at', '<=', now - HOUR)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The user's row, locked until COMMIT, so that two requests of one user cannot both hold seats. */
function lockHold(transaction: Kysely<Schema>, userId: string): Promise<HoldRow> {
  const none = { movie_id: 0, starts_at: 0, movie_title: '', showtime_date: '', showtime_time: '', seat_numbers: '[]' };
  return transaction
    .insertInto('holds')
    .values({ user_id: userId, id: randomUUID(), ...none, held_at: 0, expires_at: 0, earlier: '[]', code: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id: userId }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

function isSameHold(one: HoldRow, other: Pick<HoldRow, 'movie_id' | 'starts_at' | 'seat_numbers'>): boolean {
  return (
    one.movie_id === other.movie_id && one.starts_at === other.starts_at && one.seat_numbers === other.seat_numbers
  );
}

async function findRunningShare(
  db: Kysely<Schema>,
  { code, now }: { readonly code: string; readonly now: number },
): Promise<HoldRow | undefined> {
  if (!isHoldCode(code)) return undefined;
  return db.selectFrom('holds').selectAll().where('code', '=', code).where('expires_at', '>', now).executeTakeFirst();
}

/** Whether every seat of a shared hold has been paid for, so that it ended with purchases. */
async function isPaidFor(transaction: Kysely<Schema>, row: HoldRow): Promise<boolean> {
  if (row.code === null) return false;
  const { sold } = await listSeatsOfHold(transaction, { ...seatsOf(row), holdId: row.id });
  return sold.length === parseSeatNumbers(row.seat_numbers).length;
}

function seatsOf(row: HoldRow) {
  return { movieId: row.movie_id, startsAt: row.starts_at, seatNumbers: parseSeatNumbers(row.seat_numbers) };
}

/**
 * The periods of the holds that began within the last hour and did not end with a purchase, oldest first. The period of a hold that
 * has not expired ends at `now`.
 */
function earlierHolds({ earlier, held_at: start, expires_at: end }: HoldRow, now: number): Period[] {
  const last: Period = [start, Math.min(end, now)];
  return [...periodsSince(earlier, now), ...(start > now - HOUR ? [last] : [])];
}

/** The periods of a row's `earlier` that began within the last hour. */
function periodsSince(earlier: string, now: number): Period[] {
  return v.parse(periodsSchema, earlier).filter(([start]) => start > now - HOUR);
}

/**
 * How long the next hold may last, in milliseconds. Throws `too_many_holds` after three holds within an hour without a purchase, or
 * when seats were held for twice the duration of a hold of this kind.
 */
function remainingTime(earlier: readonly Period[], duration: number, now: number): number {
  const used = earlier.reduce((sum, [start, end]) => sum + Math.max(0, end - start), 0);
  const [oldest] = earlier;
  const isRefused = earlier.length >= MAX_HOLDS || used >= MAX_DURATIONS * duration;
  if (isRefused && oldest !== undefined) throw refuseHolds(Math.ceil((oldest[0] + HOUR - now) / 1000));
  return Math.min(duration, MAX_DURATIONS * duration - used);
}

function holdOf(row: Omit<HoldRow, 'user_id'>): Hold {
  return {
    movieTitle: row.movie_title,
    showtimeDate: row.showtime_date,
    showtimeTime: row.showtime_time,
    seatNumbers: parseSeatNumbers(row.seat_numbers),
    expiresAt: new Date(row.expires_at).toISOString(),
    ...(row.code !== null && { code: row.code }),
  };
}
