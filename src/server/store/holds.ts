import { randomBytes, randomUUID } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import type { Hold, HoldRequest } from '#contract/hold.ts';
import type { HoldLimits } from '#domain/heldSeats.ts';
import { namesHold } from '#domain/marks.ts';
import { isHoldCode } from '#domain/sharedSeats.ts';
import { sortSeats } from '#domain/seats.ts';
import { isOnSale } from '#domain/showtimes.ts';
import { LONGEST_HOLD } from '#domain/timings.ts';
import { hasSeveralWriters, lockNames } from '../db/locks.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError, refuseHolds } from '../errors.ts';
import { countReturnable, countUnbacked, endOfHold, listRunningHolds } from './holdLimits.ts';
import { findOffer } from './offers.ts';
import { refuseTaken, refuseTooYoung } from './refusals.ts';
import type { OfferedStart } from './showtimes.ts';
import {
  holdSeats,
  listBoughtSeats,
  listSeatsOfHold,
  parseSeatNumbers,
  releaseHeldSeats,
  returnSeats,
  runningEnds,
  screeningKey,
  type ScreeningId,
} from './takenSeats.ts';

const HOUR = 3_600_000;
const CODE_BYTES = 16;
type HoldRow = Selectable<Schema['holds']>;

interface HoldWish {
  readonly userId: string;
  /** The user's age in years. */
  readonly age: number;
  /** The network of the client's address. */
  readonly network: string;
  readonly request: HoldRequest;
  /** The current time in epoch milliseconds. The locks can take seconds, so it is read again after them. */
  readonly clock: () => number;
  readonly offeredStart: OfferedStart;
  readonly limits: HoldLimits;
}

/**
 * Holds seats for a user for five minutes, or shared seats for fifteen, instead of the seats of the user's previous hold; for less if
 * the time that `endOfHold` counts is nearly used up. A request for exactly the seats that the user holds already returns the hold and
 * changes nothing, and so does one for those that the user's share still has. Throws, in this order: `invalid_request` for a showtime
 * not on offer, `movie_not_found`, `too_young`, `showtime_closed`, `seat_taken`, `seat_held`, `hold_changed`, `too_many_holds` for an
 * ordinary hold while the user shares seats, because friends may be paying for them, and then as `endOfHold`.
 */
export async function createHold(
  transaction: Kysely<Schema>,
  wish: HoldWish,
): Promise<{ readonly hold: Hold; readonly isNew: boolean }> {
  const { userId, age, network, request, clock, offeredStart, limits } = wish;
  const seatNumbers = sortSeats(request.seatNumbers);
  const askedAt = clock();
  const startsAt = offeredStart(request, askedAt);
  const offer = await findOffer(transaction, {
    title: request.movieTitle,
    startsAt,
    seatNumbers,
    userId,
    now: askedAt,
  });
  const { movie } = offer;
  refuseTooYoung(age, movie);
  if (!isOnSale(startsAt, askedAt)) throw new ApiError('showtime_closed');
  const isShared = request.shared === true;
  const screening = { movieId: movie.id, startsAt };
  const wanted = { isShared, movie_id: movie.id, starts_at: startsAt, seat_numbers: JSON.stringify(seatNumbers) };
  if (isShared) {
    // Before the taken seats: friends may have paid for some of them.
    const running = await findRunningHold(transaction, { userId, now: askedAt });
    const isNamed = running !== undefined && namesHold(request.replaces ?? running.id, running.id);
    if (isNamed && (isSameHold(running, wanted) || (await hasSeats(transaction, running, wanted))))
      return { hold: holdOf(running), isNew: false };
  }
  refuseTaken(offer);
  await lockNames(transaction, [holderLock(userId), screeningLock(screening)]);
  const now = clock();
  const previous = await findRunningHold(transaction, { userId, now });
  if (request.replaces !== undefined && !(previous !== undefined && namesHold(request.replaces, previous.id)))
    throw new ApiError('hold_changed');
  if (previous !== undefined) {
    if (isSameHold(previous, wanted)) return { hold: holdOf(previous), isNew: false };
    if (previous.code !== null && !isShared && !(await isPaidFor(transaction, previous)))
      throw refuseHolds(previous.expires_at - now, 'shared');
  }
  const heldUntil = await endOfHold(
    transaction,
    {
      ...screening,
      userId,
      seatNumbers,
      isShared,
      network,
      now,
      ticketPrice: movie.ticket_price,
      balance: await readBalance(transaction, userId),
      previousId: previous?.id,
    },
    limits,
  );
  const hold: HoldRow = {
    user_id: userId,
    network,
    movie_id: movie.id,
    starts_at: startsAt,
    movie_title: movie.title,
    showtime_date: request.showtimeDate,
    showtime_time: request.showtimeTime,
    seat_numbers: wanted.seat_numbers,
    held_at: now,
    id: randomUUID(),
    expires_at: heldUntil,
    code: isShared ? randomBytes(CODE_BYTES).toString('base64url') : null,
  };
  for (const earlier of await listHoldsWithSeats(transaction, { userId, now }))
    await endHold(transaction, earlier, now);
  await transaction.insertInto('holds').values(hold).execute();
  const seats = seatNumbers.map((seat) => ({
    movie_id: movie.id,
    starts_at: startsAt,
    seat_number: seat,
    hold_id: hold.id,
  }));
  await transaction.insertInto('hold_seats').values(seats).execute();
  await holdSeats(transaction, { ...screening, seatNumbers, userId, now, holdId: hold.id, heldUntil });
  return { hold: holdOf(hold), isNew: true };
}

interface HolderNow {
  readonly userId: string;
  readonly now: number;
}

interface HolderByClock {
  readonly userId: string;
  /** Read after the locks, because they can take seconds. */
  readonly clock: () => number;
}

/** A shared hold that has not ended, by its code; undefined for any other code. */
export async function findRunningShare(
  db: Kysely<Schema>,
  { code, now }: { readonly code: string; readonly now: number },
): Promise<HoldRow | undefined> {
  if (!isHoldCode(code)) return undefined;
  return runningHolds(db, now).where('code', '=', code).executeTakeFirst();
}

/**
 * Gives the seats of a cancelled ticket back to the shared holds from which they were bought, if these have not ended: as many as the
 * limits of network and balance allow. Resolves with the numbers of the others. The caller frees all other seats of the ticket.
 */
export async function returnToShares(
  transaction: Kysely<Schema>,
  {
    movieId,
    startsAt,
    ticketId,
    clock,
    limits,
  }: ScreeningId & { readonly ticketId: string; readonly clock: () => number; readonly limits: HoldLimits },
): Promise<number[]> {
  const screening = { movieId, startsAt };
  await lockNames(transaction, [screeningLock(screening)]);
  const now = clock();
  const bought = await listBoughtSeats(transaction, { ...screening, ticketId });
  if (bought.size === 0) return [];
  const shares = await runningHolds(transaction, now)
    .where('id', 'in', [...bought.keys()])
    .where('code', 'is not', null)
    // `endHold` waits for this row lock and then frees the seats that this transaction returns to the share. Without it, PostgreSQL could
    // end the share between the two, and nothing would free these seats before their time.
    .$if(hasSeveralWriters(transaction), (query) => query.forShare())
    .execute();
  const freed: number[] = [];
  for (const share of shares) {
    const seats = bought.get(share.id) ?? [];
    const room = await countReturnable(transaction, { ...screening, share, count: seats.length, now }, limits);
    freed.push(...seats.slice(room));
    if (room === 0) continue;
    const seatNumbers = seats.slice(0, room);
    await returnSeats(transaction, {
      ...screening,
      ticketId,
      seatNumbers,
      holdId: share.id,
      userId: share.user_id,
      heldUntil: share.expires_at,
    });
  }
  return freed;
}

/**
 * Ends the user's hold and frees its seats. Does nothing when the user has no hold of the given kind. Throws `hold_changed` when `id` is
 * not the id of that hold, unless it is a hold of the user that has ended and has no successor.
 * @param isShared Whether to end a shared hold. Friends may be paying for its seats, so it ends only on request.
 */
export async function releaseHold(
  transaction: Kysely<Schema>,
  { userId, clock, isShared, id }: HolderByClock & { readonly isShared: boolean; readonly id?: string | undefined },
): Promise<void> {
  // Without this lock, a hold that is being created would not be seen, and would stay.
  await lockNames(transaction, [holderLock(userId)]);
  const now = clock();
  const hold = await findRunningHold(transaction, { userId, now });
  const isMeant =
    hold !== undefined && (hold.code !== null) === isShared && (id === undefined || namesHold(id, hold.id));
  if (isMeant) await endHold(transaction, hold, now);
  else if (id !== undefined && (hold !== undefined || !(await isHoldOf(transaction, { id, userId }))))
    throw new ApiError('hold_changed');
}

/** Ends an ordinary hold by a purchase of some of its seats, and frees the others. A shared hold goes on with its other seats. */
export async function endHoldOfPurchase(
  transaction: Kysely<Schema>,
  { userId, holdId, now }: HolderNow & { readonly holdId: string },
): Promise<void> {
  const row = await transaction
    .updateTable('holds')
    .set({ expires_at: now })
    .where('id', '=', holdId)
    .where('user_id', '=', userId)
    .where('code', 'is', null)
    .returning(['movie_id', 'starts_at'])
    .executeTakeFirst();
  if (row !== undefined) await releaseHeldSeats(transaction, { ...screeningOf(row), holdId });
}

/**
 * Locks the user's hold before money leaves their balance. Returns a function to call afterwards, in the same transaction: it ends the
 * hold if the balance no longer covers it and too many seats of the screening are held without a balance, and resolves to whether it
 * did. Otherwise one balance could back the holds of many accounts.
 * @param endingHold The id of a hold that the transaction ends anyway. Purchases of held seats do not wait for each other.
 */
export async function lockCoveredHold(
  transaction: Kysely<Schema>,
  {
    userId,
    clock,
    limits,
    endingHold,
  }: HolderByClock & { readonly limits: HoldLimits; readonly endingHold?: string | undefined },
): Promise<() => Promise<boolean>> {
  await lockNames(transaction, [holderLock(userId)]);
  const hold = await findRunningHold(transaction, { userId, now: clock() });
  if (hold === undefined || hold.id === endingHold) return async () => false;
  await lockNames(transaction, [screeningLock(screeningOf(hold))]);
  return async () => {
    const now = clock();
    const holds = await listRunningHolds(transaction, { ...screeningOf(hold), now });
    const isUnbacked = holds.some(({ id, isBacked }) => id === hold.id && !isBacked);
    if (!isUnbacked || countUnbacked(holds) <= limits.unbackedSeats) return false;
    await endHold(transaction, hold, now);
    return true;
  };
}

/** Ends the holds of a user or of a screening, shared ones too; returns how many. `now` is in epoch milliseconds. */
export async function releaseHolds(
  transaction: Kysely<Schema>,
  { now, ...of }: ({ readonly userId: string } | ScreeningId) & { readonly now: number },
): Promise<number> {
  const holds = await runningHolds(transaction, now)
    .where((hold) =>
      'userId' in of
        ? hold('user_id', '=', of.userId)
        : hold.and([hold('movie_id', '=', of.movieId), hold('starts_at', '=', of.startsAt)]),
    )
    .execute();
  for (const hold of holds) await endHold(transaction, hold, now);
  return holds.length;
}

/**
 * Deletes at most `max` holds that ended more than an hour ago, or that were made while the clock was wrong; returns how many. `now` is
 * in epoch milliseconds.
 */
export async function forgetHolds(
  db: Kysely<Schema>,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<number> {
  const old = db
    .selectFrom('holds')
    .select('id')
    .where((hold) => hold.or([hold('expires_at', '<=', now - HOUR), hold('expires_at', '>', now + LONGEST_HOLD)]))
    .limit(max);
  const { numDeletedRows } = await db.deleteFrom('holds').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** The name under which the holds of a user take turns, so that a user has at most one. */
function holderLock(userId: string): string {
  return `holder ${userId}`;
}

/** The name under which the holds of a screening take turns, so that together they keep its limits. */
function screeningLock(screening: ScreeningId): string {
  return `screening ${screeningKey(screening)}`;
}

function runningHolds(db: Kysely<Schema>, now: number) {
  return db
    .selectFrom('holds')
    .selectAll()
    .where((hold) => hold.between('expires_at', ...runningEnds(now)));
}

function findRunningHold(db: Kysely<Schema>, { userId, now }: HolderNow): Promise<HoldRow | undefined> {
  return runningHolds(db, now).where('user_id', '=', userId).orderBy('held_at', 'desc').limit(1).executeTakeFirst();
}

/** The holds of a user that run, or whose seats are still marked as held although they have ended. */
function listHoldsWithSeats(db: Kysely<Schema>, { userId, now }: HolderNow): Promise<HoldRow[]> {
  return db
    .selectFrom('holds')
    .selectAll()
    .where('user_id', '=', userId)
    .where((hold) =>
      hold.or([
        hold('expires_at', '>', now),
        hold.exists(
          hold
            .selectFrom('taken_seats')
            .select('seat_number')
            .whereRef('taken_seats.movie_id', '=', 'holds.movie_id')
            .whereRef('taken_seats.starts_at', '=', 'holds.starts_at')
            .whereRef('taken_seats.hold_id', '=', 'holds.id'),
        ),
      ]),
    )
    .execute();
}

async function isHoldOf(
  db: Kysely<Schema>,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  const rows = await db.selectFrom('holds').select('id').where('user_id', '=', userId).execute();
  return rows.some((row) => namesHold(id, row.id));
}

/** Ends a hold, and frees its seats after that: the update may have waited for `returnToShares`. */
async function endHold(transaction: Kysely<Schema>, hold: HoldRow, now: number): Promise<void> {
  await transaction
    .updateTable('holds')
    .set({ expires_at: now })
    .where('id', '=', hold.id)
    .where('expires_at', '>', now)
    .execute();
  await releaseHeldSeats(transaction, { ...screeningOf(hold), holdId: hold.id });
}

async function readBalance(transaction: Kysely<Schema>, userId: string): Promise<number> {
  const { balance } = await transaction
    .selectFrom('users')
    .select('balance')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return balance;
}

type WantedSeats = Pick<HoldRow, 'movie_id' | 'starts_at' | 'seat_numbers'>;

/** Whether these are the seats that a share still has. A cancelled one may have become free since it was made. */
async function hasSeats(transaction: Kysely<Schema>, share: HoldRow, wanted: WantedSeats): Promise<boolean> {
  const { held, paid } = await listSeatsOfHold(transaction, { ...screeningOf(share), holdId: share.id });
  const seat_numbers = JSON.stringify(sortSeats([...held, ...paid]));
  return isSameHold({ ...share, seat_numbers }, { ...wanted, isShared: true });
}

function isSameHold(hold: HoldRow, wanted: WantedSeats & { readonly isShared: boolean }): boolean {
  return (
    (hold.code !== null) === wanted.isShared &&
    hold.movie_id === wanted.movie_id &&
    hold.starts_at === wanted.starts_at &&
    hold.seat_numbers === wanted.seat_numbers
  );
}

/** Whether every seat of a shared hold has been paid for, so that no friend can still buy one. */
async function isPaidFor(transaction: Kysely<Schema>, row: HoldRow): Promise<boolean> {
  const { held } = await listSeatsOfHold(transaction, { ...screeningOf(row), holdId: row.id });
  return held.length === 0;
}

function screeningOf(row: Pick<HoldRow, 'movie_id' | 'starts_at'>): ScreeningId {
  return { movieId: row.movie_id, startsAt: row.starts_at };
}

function holdOf(row: HoldRow): Hold {
  return {
    id: row.id,
    movieTitle: row.movie_title,
    showtimeDate: row.showtime_date,
    showtimeTime: row.showtime_time,
    seatNumbers: parseSeatNumbers(row.seat_numbers),
    expiresAt: new Date(row.expires_at).toISOString(),
    ...(row.code !== null && { shareCode: row.code }),
  };
}
