import type { Kysely } from 'kysely';
import { seatsOfSite, type HoldLimits } from '#domain/heldSeats.ts';
import {
  ACCOUNT_ALLOWANCE,
  LAST_HOLD_BEFORE_CLOSING,
  SEAT_ALLOWANCE,
  SHARING_ALLOWANCE,
  timeLeftToHold,
  type TimeAllowance,
  type TimeLeft,
} from '#domain/holdTime.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { salesEnd } from '#domain/showtimes.ts';
import { HOLD_DURATION, SHARED_HOLD_DURATION } from '#domain/timings.ts';
import { siteOf } from '../addresses/clientAddress.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError, refuseHolds } from '../errors.ts';
import { isHeld, parseSeatNumbers, type ScreeningId } from './takenSeats.ts';

interface WantedHold extends ScreeningId {
  readonly userId: string;
  readonly seatNumbers: readonly number[];
  readonly isShared: boolean;
  /** In rupiah. */
  readonly ticketPrice: number;
  /** In rupiah. */
  readonly balance: number;
  readonly network: string;
  /** The id of the user's hold that the wanted one replaces. */
  readonly previousId: string | undefined;
  readonly now: number;
}

/**
 * When a hold must end, in epoch milliseconds. Throws, in this order: `sales_ending`, `balance_required`, and `too_many_holds` when the
 * time of the account, the seats of the network or the time of a seat are used up.
 */
export async function endOfHold(transaction: Kysely<Schema>, wanted: WantedHold, limits: HoldLimits): Promise<number> {
  const { startsAt, isShared, now } = wanted;
  const closing = salesEnd(startsAt);
  if (closing - now <= LAST_HOLD_BEFORE_CLOSING) throw new ApiError('sales_ending');
  const holds = await listRunningHolds(transaction, wanted);
  const others = holds.filter(({ id }) => id !== wanted.previousId);
  refuseUnbacked(wanted, others, limits);
  const ofAccount = await timeOfAccount(transaction, wanted);
  if (ofAccount.left === 0) throw refuseHolds(ofAccount.againAt - now, isShared ? 'sharing' : 'account');
  refuseNetwork(wanted, others, limits);
  const ofSeats = await timeOfSeats(transaction, wanted);
  const duration = isShared ? SHARED_HOLD_DURATION : HOLD_DURATION;
  return Math.min(now + Math.min(duration, ofAccount.left, ofSeats.left), closing);
}

/** A running hold and the number of seats that it still holds. */
export interface RunningHold {
  readonly id: string;
  readonly network: string;
  readonly seats: number;
  /** In epoch milliseconds. */
  readonly heldUntil: number;
  /** Whether the balance of its user covers the price of its seats. */
  readonly isBacked: boolean;
}

/** The running holds of a screening, or of all screenings. `now` is in epoch milliseconds. */
export async function listRunningHolds(
  db: Kysely<Schema>,
  { movieId, startsAt, now }: Partial<ScreeningId> & { readonly now: number },
): Promise<RunningHold[]> {
  const rows = await db
    .selectFrom('taken_seats')
    .innerJoin('holds', 'holds.id', 'taken_seats.hold_id')
    .innerJoin('users', 'users.id', 'holds.user_id')
    .innerJoin('movies', 'movies.id', 'taken_seats.movie_id')
    .select(({ fn }) => [
      'holds.id',
      'holds.network',
      'users.balance',
      'movies.ticket_price',
      fn.countAll<number>().as('seats'),
      fn.max<number>('taken_seats.held_until').as('held_until'),
    ])
    .$if(movieId !== undefined, (query) => query.where('taken_seats.movie_id', '=', movieId ?? 0))
    .$if(startsAt !== undefined, (query) => query.where('taken_seats.starts_at', '=', startsAt ?? 0))
    .where('taken_seats.ticket_id', 'is', null)
    .where((seat) => isHeld(seat, now))
    .groupBy(['holds.id', 'holds.network', 'users.balance', 'movies.ticket_price'])
    .execute();
  return rows.map(({ id, network, balance, ticket_price: price, seats, held_until: heldUntil }) => ({
    id,
    network,
    seats,
    heldUntil,
    isBacked: balance >= purchaseTotal(price, seats),
  }));
}

/** How many of `count` seats may return to a shared hold within the limits of its network and of seats without a balance. */
export async function countReturnable(
  transaction: Kysely<Schema>,
  {
    movieId,
    startsAt,
    share,
    count,
    now,
  }: ScreeningId & {
    readonly share: Pick<Schema['holds'], 'id' | 'user_id' | 'network'>;
    readonly count: number;
    readonly now: number;
  },
  limits: HoldLimits,
): Promise<number> {
  const holds = await listRunningHolds(transaction, { movieId, startsAt, now });
  const { balance, ticket_price: price } = await transaction
    .selectFrom('users')
    .innerJoin('movies', (join) => join.on('movies.id', '=', movieId))
    .select(['users.balance', 'movies.ticket_price'])
    .where('users.id', '=', share.user_id)
    .executeTakeFirstOrThrow();
  const others = holds.filter(({ id }) => id !== share.id);
  const seatsOfShare = countSeats(holds) - countSeats(others);
  const unbacked = countUnbacked(others) + seatsOfShare;
  const rooms = networksOf(share.network, others, limits).map(
    (each) => each.max - countSeats(each.holds) - seatsOfShare,
  );
  const covered = Math.floor(balance / price) - seatsOfShare;
  return Math.max(0, Math.min(count, ...rooms, Math.max(covered, limits.unbackedSeats - unbacked)));
}

/** The seats that are held in all screenings, by whether the balance of their user covers them. `now` is in epoch milliseconds. */
export async function countHeldSeats(
  db: Kysely<Schema>,
  { now }: { readonly now: number },
): Promise<{ readonly backed: number; readonly unbacked: number }> {
  const holds = await listRunningHolds(db, { now });
  const unbacked = countUnbacked(holds);
  return { backed: countSeats(holds) - unbacked, unbacked };
}

/** How many seats these holds have without a balance that covers their price. */
export function countUnbacked(holds: readonly RunningHold[]): number {
  return countSeats(holds.filter(({ isBacked }) => !isBacked));
}

/** The number of seats of these holds. */
function countSeats(holds: readonly RunningHold[]): number {
  return holds.reduce((sum, { seats }) => sum + seats, 0);
}

/** Throws `balance_required` for a hold without the money, if there are enough of these, and for a share without money for one seat. */
function refuseUnbacked(
  { balance, ticketPrice, seatNumbers, isShared }: WantedHold,
  others: readonly RunningHold[],
  { unbackedSeats }: HoldLimits,
): void {
  const total = purchaseTotal(ticketPrice, seatNumbers.length);
  const needed = isShared ? ticketPrice : 0;
  const isFull = countUnbacked(others) + seatNumbers.length > unbackedSeats;
  const missing = balance < total && isFull ? total : needed;
  if (balance >= missing) return;
  throw new ApiError('balance_required', { details: { balance, total: missing, shortfall: missing - balance } });
}

/** Throws `too_many_holds` until so many seats of the network are free again that the wanted ones are within its limits. */
function refuseNetwork(
  { network, seatNumbers, now }: WantedHold,
  others: readonly RunningHold[],
  limits: HoldLimits,
): void {
  let freeAt = now;
  for (const { holds, max } of networksOf(network, others, limits)) {
    let seats = countSeats(holds) + seatNumbers.length;
    for (const hold of holds.toSorted((one, other) => one.heldUntil - other.heldUntil)) {
      if (seats <= max) break;
      seats -= hold.seats;
      freeAt = Math.max(freeAt, hold.heldUntil);
    }
    // More than the limit, even alone.
    if (seats > max) freeAt = Math.max(freeAt, now + HOLD_DURATION);
  }
  if (freeAt > now) throw refuseHolds(freeAt - now, 'network');
}

/** The holds of a network, and for IPv6 those of its /48, with the maximum number of their seats. */
function networksOf(network: string, holds: readonly RunningHold[], limits: HoldLimits) {
  const own = { holds: holds.filter((hold) => hold.network === network), max: limits.seatsOfNetwork };
  if (!network.includes(':')) return [own];
  const site = siteOf(network);
  return [own, { holds: holds.filter((hold) => siteOf(hold.network) === site), max: seatsOfSite(limits) }];
}

/** The time that an account may still hold seats. Holds whose seats were all bought do not count, unless a ticket was cancelled. */
async function timeOfAccount(
  transaction: Kysely<Schema>,
  { userId, isShared, now }: Pick<WantedHold, 'userId' | 'isShared' | 'now'>,
): Promise<TimeLeft> {
  const allowance = allowanceOf(isShared);
  const rows = await transaction
    .selectFrom('holds')
    .select((hold) => [
      'held_at',
      'expires_at',
      'seat_numbers',
      hold
        .selectFrom('taken_seats')
        .select(({ fn }) => fn.countAll<number>().as('bought'))
        .whereRef('taken_seats.movie_id', '=', 'holds.movie_id')
        .whereRef('taken_seats.starts_at', '=', 'holds.starts_at')
        .whereRef('taken_seats.bought_from', '=', 'holds.id')
        .as('bought'),
    ])
    .where('user_id', '=', userId)
    .where('code', isShared ? 'is not' : 'is', null)
    .where('expires_at', '>', now - allowance.window)
    .execute();
  const unpaid = rows.filter(({ seat_numbers: seats, bought }) => (bought ?? 0) < parseSeatNumbers(seats).length);
  return timeLeftToHold(unpaid.map(periodOf), allowance, now);
}

/** The time that all of the seats may still be held. Throws `too_many_holds` when one of them was held for too long. */
async function timeOfSeats(
  transaction: Kysely<Schema>,
  { movieId, startsAt, seatNumbers, now }: WantedHold,
): Promise<TimeLeft> {
  const rows = await transaction
    .selectFrom('hold_seats')
    .innerJoin('holds', 'holds.id', 'hold_seats.hold_id')
    .select(['hold_seats.seat_number', 'holds.held_at', 'holds.expires_at'])
    .where('hold_seats.movie_id', '=', movieId)
    .where('hold_seats.starts_at', '=', startsAt)
    .where('hold_seats.seat_number', 'in', seatNumbers)
    .where('holds.expires_at', '>', now - SEAT_ALLOWANCE.window)
    .execute();
  const periods = Map.groupBy(rows, ({ seat_number: seat }) => seat);
  const times = seatNumbers.map((seat) => ({
    seat,
    ...timeLeftToHold((periods.get(seat) ?? []).map(periodOf), SEAT_ALLOWANCE, now),
  }));
  const usedUp = times.filter(({ left }) => left === 0);
  const againAt = Math.max(now, ...usedUp.map((time) => time.againAt));
  if (usedUp.length > 0) {
    throw refuseHolds(
      againAt - now,
      'seats',
      usedUp.map(({ seat }) => seat),
    );
  }
  return { left: Math.min(...times.map(({ left }) => left)), againAt };
}

function allowanceOf(isShared: boolean): TimeAllowance {
  return isShared ? SHARING_ALLOWANCE : ACCOUNT_ALLOWANCE;
}

function periodOf({ held_at: start, expires_at: end }: Pick<Schema['holds'], 'held_at' | 'expires_at'>) {
  return { start, end };
}
