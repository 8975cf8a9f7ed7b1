import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely';
import * as v from 'valibot';
import { sortSeats } from '#domain/seats.ts';
import { LONGEST_HOLD } from '#domain/timings.ts';
import { Overtaken } from '../db/databaseFailure.ts';
import type { Schema } from '../db/schema.ts';

const seatNumbersSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()));

/** The key of a screening in the database; `startsAt` in epoch milliseconds. */
export interface ScreeningId {
  readonly movieId: number;
  readonly startsAt: number;
}

/** A hold that runs: the seats that it still holds, and those that were bought from it and not cancelled, ascending. */
export interface SeatsOfHold {
  readonly id: string;
  readonly userId: string;
  /** The code of a shared hold. */
  readonly code: string | undefined;
  /** In epoch milliseconds. */
  readonly expiresAt: number;
  readonly held: readonly number[];
  readonly paid: readonly number[];
}

/** The seats of a screening that are not free. */
export interface TakenSeats {
  /** Ascending. */
  readonly sold: readonly number[];
  readonly holds: readonly SeatsOfHold[];
}

interface TicketOfScreening extends ScreeningId {
  readonly ticketId: string;
}

/** The seats of a screening that are not free. `now` is in epoch milliseconds. */
export async function listTakenSeats(db: Kysely<Schema>, screening: ScreeningId, now: number): Promise<TakenSeats> {
  const texts = await listTakenSeatsOfAll(db, [screening], now);
  return parseTakenSeats(texts.get(screeningKey(screening)) ?? '');
}

/**
 * The seats of several screenings that are not free, read by one query. Maps `screeningKey` to a text for `parseTakenSeats`.
 * @param screenings At least one.
 * @param now In epoch milliseconds.
 */
export async function listTakenSeatsOfAll(
  db: Kysely<Schema>,
  screenings: readonly ScreeningId[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const values = screenings.map(({ movieId, startsAt }) => sql`(${sql.lit(movieId)}, ${sql.lit(startsAt)})`);
  // A held seat has a negative number in the text. The hold follows a seat that it holds or from which it was bought.
  const seat = sql`case when ticket_id is null then -seat_number else seat_number end || ':' || coalesce(hold_id, bought_from, '')`;
  const hold = sql`id || ':' || user_id || ':' || coalesce(code, '') || ':' || expires_at`;
  const rows = await db
    .selectFrom(sql<{ column1: number; column2: number }>`(values ${sql.join(values)})`.as('screening'))
    .select((screening) => [
      'column1',
      'column2',
      screening
        .selectFrom('taken_seats')
        .select(sql<string>`string_agg(${seat}, ',')`.as('seats'))
        .whereRef('movie_id', '=', 'column1')
        .whereRef('starts_at', '=', 'column2')
        .where((taken) => taken.or([taken('ticket_id', 'is not', null), isHeld(taken, now)]))
        .as('seats'),
      screening
        .selectFrom('holds')
        .select(sql<string>`string_agg(${hold}, ',')`.as('holds'))
        .where((holds) => holds.between('expires_at', ...runningEnds(now)))
        .where('id', 'in', (holds) =>
          holds
            .selectFrom('taken_seats')
            .select(sql<string>`coalesce(hold_id, bought_from)`.as('id'))
            .whereRef('movie_id', '=', 'column1')
            .whereRef('starts_at', '=', 'column2'),
        )
        .as('holds'),
    ])
    .execute();
  return new Map(
    rows.map(({ column1: movieId, column2: startsAt, seats, holds }) => [
      screeningKey({ movieId, startsAt }),
      `${seats ?? ''}|${holds ?? ''}`,
    ]),
  );
}

/** Parses a text of `listTakenSeatsOfAll`. An empty text means that all seats are free. */
export function parseTakenSeats(text: string): TakenSeats {
  const [seats = [], holds = []] = text.split('|').map((part) => (part === '' ? [] : part.split(',')));
  const taken = seats.map((each) => {
    const [number = '', holdId] = each.split(':');
    return { number: Number(number), holdId };
  });
  const numbersOf = (isMeant: (seat: (typeof taken)[number]) => boolean) =>
    sortSeats(taken.filter(isMeant).map(({ number }) => Math.abs(number)));
  return {
    sold: numbersOf(({ number }) => number > 0),
    holds: holds.toSorted().map((each) => {
      const [id = '', userId = '', code = '', expiresAt = ''] = each.split(':');
      return {
        id,
        userId,
        code: code === '' ? undefined : code,
        expiresAt: Number(expiresAt),
        held: numbersOf(({ number, holdId }) => number < 0 && holdId === id),
        paid: numbersOf(({ number, holdId }) => number > 0 && holdId === id),
      };
    }),
  };
}

/** A screening as a text, to use as a key in a map. */
export function screeningKey({ movieId, startsAt }: ScreeningId): string {
  return `${movieId}:${startsAt}`;
}

/**
 * The first and the last end, in epoch milliseconds, of holds that run. An earlier one has expired, and a later one was made while the
 * clock was wrong.
 */
export function runningEnds(now: number): [number, number] {
  return [now + 1, now + LONGEST_HOLD];
}

/** The condition that a hold of a seat has neither expired nor been made while the clock was wrong. `now` is in epoch milliseconds. */
export function isHeld(seat: ExpressionBuilder<Schema, 'taken_seats'>, now: number): Expression<SqlBool> {
  return seat.between('taken_seats.held_until', ...runningEnds(now));
}

function isExpired(seat: ExpressionBuilder<Schema, 'taken_seats'>, now: number): Expression<SqlBool> {
  return seat.or([seat('taken_seats.held_until', '<=', now), seat('taken_seats.held_until', '>', now + LONGEST_HOLD)]);
}

interface Claim extends ScreeningId {
  readonly seatNumbers: readonly number[];
  /** The user who buys or holds the seats, and may take over seats of their own hold. */
  readonly userId: string;
  readonly now: number;
}

/**
 * Marks seats of a screening as sold to a ticket. Throws `Overtaken` if one is sold, or held by another user.
 * @param sharedHold The id of another user's hold whose seats the buyer may take over, because that user shares them.
 */
export async function takeSeats(
  transaction: Kysely<Schema>,
  { ticketId, ...claim }: Claim & { readonly ticketId: string; readonly sharedHold?: string | undefined },
): Promise<void> {
  await claimSeats(transaction, claim, { ticket_id: ticketId, hold_id: null, held_by: null, held_until: null });
}

/** The seats of a ticket by the hold from which they were bought, ascending. */
export async function listBoughtSeats(
  db: Kysely<Schema>,
  { movieId, startsAt, ticketId }: TicketOfScreening,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const rows = await db
    .selectFrom('taken_seats')
    .select(['seat_number', 'bought_from'])
    .where('movie_id', '=', movieId)
    .where('starts_at', '=', startsAt)
    .where('ticket_id', '=', ticketId)
    .where('bought_from', 'is not', null)
    .orderBy('seat_number')
    .execute();
  const byHold = Map.groupBy(rows, ({ bought_from: hold }) => hold ?? '');
  return new Map([...byHold].map(([hold, seats]) => [hold, seats.map(({ seat_number: seat }) => seat)]));
}

/** Gives seats of a cancelled ticket back to the running hold from which they were bought. */
export async function returnSeats(
  transaction: Kysely<Schema>,
  {
    movieId,
    startsAt,
    ticketId,
    seatNumbers,
    holdId,
    userId,
    heldUntil,
  }: TicketOfScreening & {
    readonly seatNumbers: readonly number[];
    readonly holdId: string;
    readonly userId: string;
    readonly heldUntil: number;
  },
): Promise<void> {
  await transaction
    .updateTable('taken_seats')
    .set({ ticket_id: null, bought_from: null, hold_id: holdId, held_by: userId, held_until: heldUntil })
    .where('movie_id', '=', movieId)
    .where('starts_at', '=', startsAt)
    .where('ticket_id', '=', ticketId)
    .where('seat_number', 'in', seatNumbers)
    .execute();
}

/** Marks seats of a screening as held. Throws `Overtaken` if one is sold, or held by another user. */
export async function holdSeats(
  transaction: Kysely<Schema>,
  { holdId, heldUntil, ...claim }: Claim & { readonly holdId: string; readonly heldUntil: number },
): Promise<void> {
  const holder = { ticket_id: null, hold_id: holdId, held_by: claim.userId, held_until: heldUntil };
  await claimSeats(transaction, claim, holder);
}

type Holder = Pick<Schema['taken_seats'], 'ticket_id' | 'hold_id' | 'held_by' | 'held_until'>;

/** Sales and holds of a seat meet here, at the primary key (reliability 62). */
async function claimSeats(
  transaction: Kysely<Schema>,
  { movieId, startsAt, seatNumbers, userId, now, sharedHold }: Claim & { readonly sharedHold?: string | undefined },
  holder: Holder,
): Promise<void> {
  const claimed = await transaction
    .insertInto('taken_seats')
    .values(seatNumbers.map((seat) => ({ movie_id: movieId, starts_at: startsAt, seat_number: seat, ...holder })))
    .onConflict((conflict) =>
      conflict
        .columns(['movie_id', 'starts_at', 'seat_number'])
        .doUpdateSet((seat) => ({ ...holder, bought_from: holder.ticket_id === null ? null : runningHold(seat, now) }))
        .where('taken_seats.ticket_id', 'is', null)
        .where((seat): Expression<SqlBool> =>
          seat.or([
            seat('taken_seats.held_by', '=', userId),
            isExpired(seat, now),
            ...(sharedHold === undefined ? [] : [seat('taken_seats.hold_id', '=', sharedHold)]),
          ]),
        ),
    )
    .returning('seat_number')
    .execute();
  if (claimed.length < seatNumbers.length) throw new Overtaken('Another user has just taken one of the seats');
}

/** The hold of a seat, or null if it has expired. */
function runningHold(seat: ExpressionBuilder<Schema, 'taken_seats'>, now: number) {
  return seat.case().when(isHeld(seat, now)).then(seat.ref('taken_seats.hold_id')).end();
}

/** Those seats of a hold that are still held by it, and those that were bought from it and not cancelled, ascending. */
export async function listSeatsOfHold(
  db: Kysely<Schema>,
  { movieId, startsAt, holdId }: ScreeningId & { readonly holdId: string },
): Promise<Pick<SeatsOfHold, 'held' | 'paid'>> {
  const rows = await db
    .selectFrom('taken_seats')
    .select(['seat_number', 'ticket_id'])
    .where('movie_id', '=', movieId)
    .where('starts_at', '=', startsAt)
    .where((seat) => seat.or([seat('hold_id', '=', holdId), seat('bought_from', '=', holdId)]))
    .orderBy('seat_number')
    .execute();
  return {
    held: rows.flatMap(({ seat_number: seat, ticket_id: ticket }) => (ticket === null ? seat : [])),
    paid: rows.flatMap(({ seat_number: seat, ticket_id: ticket }) => (ticket === null ? [] : seat)),
  };
}

/** Frees all seats of a ticket. */
export async function releaseSeats(
  transaction: Kysely<Schema>,
  { movieId, startsAt, ticketId }: TicketOfScreening,
): Promise<void> {
  await transaction
    .deleteFrom('taken_seats')
    .where('movie_id', '=', movieId)
    .where('starts_at', '=', startsAt)
    .where('ticket_id', '=', ticketId)
    .execute();
}

/** Frees all seats of a hold. */
export async function releaseHeldSeats(
  transaction: Kysely<Schema>,
  { movieId, startsAt, holdId }: ScreeningId & { readonly holdId: string },
): Promise<void> {
  await transaction
    .deleteFrom('taken_seats')
    .where('movie_id', '=', movieId)
    .where('starts_at', '=', startsAt)
    .where('hold_id', '=', holdId)
    .execute();
}

/** Deletes at most `max` held seats whose hold has expired; returns how many. `now` is in epoch milliseconds. */
export async function forgetHeldSeats(
  db: Kysely<Schema>,
  { now, max }: { readonly now: number; readonly max: number },
): Promise<number> {
  const columns = ['movie_id', 'starts_at', 'seat_number'] as const;
  const expired = db
    .selectFrom('taken_seats')
    .select(columns)
    .where('ticket_id', 'is', null)
    .where((seat) => isExpired(seat, now))
    .limit(max);
  const { numDeletedRows } = await db
    .deleteFrom('taken_seats')
    .where((row) => row(row.refTuple(...columns), 'in', expired.$asTuple(...columns)))
    // Repeated, because another transaction may have taken the seat since the subquery ran.
    .where('ticket_id', 'is', null)
    .where((seat) => isExpired(seat, now))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Parses the JSON list of seat numbers in the row of a ticket or a hold. */
export function parseSeatNumbers(text: string): number[] {
  return v.parse(seatNumbersSchema, text);
}
