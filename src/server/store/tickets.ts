import type { Kysely, Selectable } from 'kysely';
import type { RecordSeats } from '#contract/bookedSeats.ts';
import type { Booking } from '#contract/booking.ts';
import type { CancelledTicket, Ticket, TicketQuery } from '#contract/ticket.ts';
import type { HoldLimits } from '#domain/heldSeats.ts';
import { titleKey } from '#domain/titles.ts';
import { purchaseTotal } from '#domain/purchase.ts';
import { sortSeats } from '#domain/seats.ts';
import { toasts } from '#messages/toasts.ts';
import { hasStarted, isOnSale } from '#domain/showtimes.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { newAdmissionCode, withCodes } from './admissionCodes.ts';
import { releaseSeats, parseSeatNumbers, takeSeats } from './takenSeats.ts';
import { endHoldOfPurchase, findRunningShare, lockCoveredHold, returnToShares } from './holds.ts';
import { moveMoney } from './ledger.ts';
import { findOffer, type OfferedMovie } from './offers.ts';
import { refuseTaken, refuseTooYoung } from './refusals.ts';
import type { OfferedStart } from './showtimes.ts';
import { randomUUID } from 'node:crypto';

/** A start time that no screening has. */
const NEVER = 0;

const TICKET_COLUMNS = [
  'tickets.id',
  'tickets.movie_title',
  'tickets.movie_poster',
  'tickets.age_rating',
  'tickets.ticket_price',
  'tickets.showtime_date',
  'tickets.showtime_time',
  'tickets.starts_at',
  'tickets.seat_numbers',
  'tickets.booked_at',
  'tickets.hold_code',
  'tickets.admission_code',
] as const;

interface WithHolds {
  /** The current time in epoch milliseconds, to read again after a lock. */
  readonly clock: () => number;
  readonly limits: HoldLimits;
}

type Cancellation = Readonly<Record<'userId' | 'ticketId', string>> & WithHolds & { readonly now: number };

/** A page of a user's tickets, without cancelled ones, newest purchase first (section 7, GET user/tickets). */
export async function listTickets(
  db: Kysely<Schema>,
  { userId, before, limit }: TicketQuery & { readonly userId: string },
): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('tickets')
    .leftJoin('admissions', 'admissions.ticket_id', 'tickets.id')
    .select([...TICKET_COLUMNS, 'admissions.admitted_at'])
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return (await withCodes(db, rows)).map(ticketOf);
}

/**
 * The user's own ticket for exactly these seats, which confirms the purchase (section 4). Changes nothing but a missing code. Throws
 * `seats_not_held`.
 */
export async function findHeldTicket(
  db: Kysely<Schema>,
  { userId, record }: { readonly userId: string; readonly record: RecordSeats },
): Promise<Ticket> {
  const rows = await db
    .selectFrom('tickets')
    .leftJoin('admissions', 'admissions.ticket_id', 'tickets.id')
    .select([...TICKET_COLUMNS, 'tickets.movie_id', 'admissions.admitted_at'])
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .where('showtime_date', '=', record.showtimeDate)
    .where('showtime_time', '=', record.showtimeTime)
    .where('seat_numbers', '=', JSON.stringify(sortSeats(record.seatNumbers)))
    .orderBy('starts_at', 'desc')
    .execute();
  const title = titleKey(record.movieTitle);
  const held = rows.find((row) => String(row.movie_id) === record.movieId && titleKey(row.movie_title) === title);
  if (held === undefined) throw new ApiError('seats_not_held');
  const [ticket = held] = await withCodes(db, [held]);
  return ticketOf(ticket);
}

interface Purchase extends WithHolds {
  readonly userId: string;
  /** The buyer's age in years. */
  readonly age: number;
  readonly booking: Booking;
  readonly now: number;
  readonly offeredStart: OfferedStart;
}

/**
 * Sells all requested seats at the film's price in rupiah, or throws and sells none (sections 4 and 5). With the code of a shared hold,
 * the buyer may take seats of that hold; its other seats stay held.
 * Throws, in this order: `movie_not_found`, `movie_changed`, `too_young`, `invalid_request` for a showtime not on offer,
 * `showtime_closed`, `seat_taken`, `seat_held` by another user, `not_enough_balance`.
 */
export async function purchaseTicket(transaction: Kysely<Schema>, purchase: Purchase): Promise<Ticket> {
  const { userId, age, booking, now, clock, limits } = purchase;
  const seatNumbers = sortSeats(booking.seatNumbers);
  const startsAt = startOf(purchase);
  const { shareCode } = booking;
  const share = shareCode === undefined ? undefined : await findRunningShare(transaction, { code: shareCode, now });
  const sharedHold = share?.id;
  const offer = await findOffer(transaction, {
    title: booking.movieTitle,
    startsAt: startsAt instanceof ApiError ? NEVER : startsAt,
    seatNumbers,
    userId,
    sharedHold,
    now,
  });
  const { movie, ownHold, ownShareCode, isShared } = offer;
  assertUnchanged(movie, booking);
  refuseTooYoung(age, movie);
  // Errors about the film come before errors about the showtime (the order in the comment above).
  if (startsAt instanceof ApiError) throw startsAt;
  if (!isOnSale(startsAt, now)) throw new ApiError('showtime_closed');
  refuseTaken(offer);
  const endingHold = ownShareCode === undefined ? ownHold : undefined;
  const endUncoveredHold = await lockCoveredHold(transaction, { userId, clock, limits, endingHold });
  const amount = purchaseTotal(movie.ticket_price, seatNumbers.length);
  const row = {
    id: newTicketId(),
    user_id: userId,
    movie_id: movie.id,
    movie_title: movie.title,
    movie_poster: movie.poster_url,
    age_rating: movie.age_rating,
    ticket_price: movie.ticket_price,
    showtime_date: booking.showtimeDate,
    showtime_time: booking.showtimeTime,
    starts_at: startsAt,
    seat_numbers: JSON.stringify(seatNumbers),
    booked_at: now,
    hold_code: (isShared ? shareCode : ownShareCode) ?? null,
    admission_code: newAdmissionCode(),
  };
  await transaction.insertInto('tickets').values(row).execute();
  // If another user has just taken one of the seats, the transaction runs again and finds the seat taken.
  await takeSeats(transaction, { movieId: movie.id, startsAt, seatNumbers, userId, sharedHold, now, ticketId: row.id });
  if (ownHold !== undefined) await endHoldOfPurchase(transaction, { userId, holdId: ownHold, now });
  await moveMoney(transaction, { userId, kind: 'purchase', amount: -amount, ticketId: row.id, now });
  await endUncoveredHold();
  return ticketOf({ ...row, admitted_at: null });
}

/**
 * Cancels a user's own ticket, frees its seats and refunds the price paid, once (section 4, Cancel). Seats that were bought from shared
 * seats are kept for the friends again while the share runs, within the limits of holds. Throws `ticket_not_found`
 * for a missing or cancelled ticket and for one of another user, `ticket_used` for one that is inside, and `ticket_expired` once the
 * showtime has started.
 */
export async function cancelTicket(
  transaction: Kysely<Schema>,
  { userId, ticketId, now, clock, limits }: Cancellation,
): Promise<CancelledTicket> {
  if (ticketId.includes('\0')) throw new ApiError('ticket_not_found');
  const row = await transaction
    .updateTable('tickets')
    .set({ cancelled_at: now })
    .where('id', '=', ticketId)
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    // If a door has just admitted the ticket, a trigger refuses the update, and the transaction runs again and finds the ticket used.
    .where((ticket) =>
      ticket.not(
        ticket.exists(ticket.selectFrom('admissions').select('ticket_id').whereRef('ticket_id', '=', 'tickets.id')),
      ),
    )
    .returning([...TICKET_COLUMNS, 'tickets.movie_id'])
    .executeTakeFirst();
  if (row === undefined) throw await whyNotCancelled(transaction, { userId, ticketId });
  if (hasStarted(row.starts_at, now)) throw new ApiError('ticket_expired');
  const ticket = { movieId: row.movie_id, startsAt: row.starts_at, ticketId };
  // A ticket has the code of one share, but its seats may be from two: the buyer's own, and that of a friend.
  const freed = row.hold_code === null ? [] : await returnToShares(transaction, { ...ticket, clock, limits });
  await releaseSeats(transaction, ticket);
  const amount = purchaseTotal(row.ticket_price, parseSeatNumbers(row.seat_numbers).length);
  await moveMoney(transaction, { userId, kind: 'refund', amount, ticketId, now });
  return freed.length === 0 ? { message: toasts.cancelled } : { message: toasts.seats_freed, freedSeatNumbers: freed };
}

async function whyNotCancelled(
  transaction: Kysely<Schema>,
  { userId, ticketId }: Readonly<Record<'userId' | 'ticketId', string>>,
): Promise<ApiError> {
  const used = await transaction
    .selectFrom('admissions')
    .innerJoin('tickets', 'tickets.id', 'admissions.ticket_id')
    .select('tickets.id')
    .where('tickets.id', '=', ticketId)
    .where('tickets.user_id', '=', userId)
    .executeTakeFirst();
  return new ApiError(used === undefined ? 'ticket_not_found' : 'ticket_used');
}

/** When the showtime starts, or the error to throw later because it is not on offer. */
function startOf({ booking, now, offeredStart }: Purchase): number | ApiError {
  try {
    return offeredStart(booking, now);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function assertUnchanged(movie: OfferedMovie, booking: Booking): void {
  if (movie.ticket_price === booking.movieTicketPrice && movie.age_rating === booking.movieAgeRating) return;
  throw new ApiError('movie_changed', {
    details: { ticketPrice: movie.ticket_price, ageRating: movie.age_rating },
  });
}

type TicketRow = Omit<Selectable<Schema['tickets']>, 'user_id' | 'movie_id' | 'cancelled_at'> & {
  readonly admitted_at: number | null;
};

/** Converts a row to the ticket that the API returns (section 3). */
function ticketOf(row: TicketRow): Ticket {
  return {
    id: row.id,
    movieTitle: row.movie_title,
    moviePoster: row.movie_poster,
    movieAgeRating: row.age_rating,
    movieTicketPrice: row.ticket_price,
    showtimeDate: row.showtime_date,
    showtimeTime: row.showtime_time,
    seatNumbers: parseSeatNumbers(row.seat_numbers),
    bookingTime: new Date(row.booked_at).toISOString(),
    startsAt: new Date(row.starts_at).toISOString(),
    ...(row.hold_code !== null && { shareCode: row.hold_code }),
    ...(row.admission_code !== null && { admissionCode: row.admission_code }),
    ...(row.admitted_at !== null && { admittedAt: new Date(row.admitted_at).toISOString() }),
  };
}

const MAX_IN_A_MILLISECOND = 0xfff;

let latest = 0;
let count = 0;

/** A UUID of version 7. Each is greater than all that this process made before, so tickets sort by id in order of purchase. */
export function newTicketId(): string {
  count += 1;
  const now = Date.now();
  if (now > latest || count > MAX_IN_A_MILLISECOND) {
    latest = Math.max(now, latest + 1);
    count = 0;
  }
  const time = latest.toString(16).padStart(12, '0');
  const randomPart = randomUUID().slice('00000000-0000-0000-'.length);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${randomPart}`;
}
