import { sql, type Kysely } from 'kysely';
import * as v from 'valibot';
import { sortSeats } from '#domain/seats.ts';
import type { Schema } from '../db/schema.ts';

const seatNumbersSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()));

/** The key of a screening in the database; `startsAt` in epoch milliseconds. */
export interface ScreeningId {
  readonly movieId: number;
  readonly startsAt: number;
}

interface TicketOfScreening extends ScreeningId {
  readonly ticketId: string;
}

/** The sold seats of a screening, ascending. */
export async function listSoldSeats(db: Kysely<Schema>, { movieId, startsAt }: ScreeningId): Promise<number[]> {
  const rows = await db
    .selectFrom('booked_seats')
    .select('seat_number')
    .where('movie_id', '=', movieId)
    .where('starts_at', '=', startsAt)
    .orderBy('seat_number')
    .execute();
  return rows.map((row) => row.seat_number);
}

/**
 * The sold seats of several screenings, read by one query. Maps `screeningKey` to a text for `parseSeatList`.
 * @param screenings At least one.
 */
export async function listSoldSeatsOfAll(
  db: Kysely<Schema>,
  screenings: readonly ScreeningId[],
): Promise<ReadonlyMap<string, string>> {
  const values = screenings.map(({ movieId, startsAt }) => sql`(${sql.lit(movieId)}, ${sql.lit(startsAt)})`);
  const rows = await db
    .selectFrom(sql<{ column1: number; column2: number }>`(values ${sql.join(values)})`.as('screening'))
    .select((screening) => [
      'column1',
      'column2',
      screening
        .selectFrom('booked_seats')
        .select(sql<string>`string_agg(cast(seat_number as text), ',')`.as('seats'))
        .whereRef('movie_id', '=', 'column1')
        .whereRef('starts_at', '=', 'column2')
        .as('seats'),
    ])
    .execute();
  return new Map(
    rows.map(({ column1: movieId, column2: startsAt, seats }) => [screeningKey({ movieId, startsAt }), seats ?? '']),
  );
}

/** Parses a text of `listSoldSeatsOfAll` into seat numbers, ascending. */
export function parseSeatList(text: string): number[] {
  return text === '' ? [] : sortSeats(text.split(',').map(Number));
}

/** A screening as a text, to use as a key in a map. */
export function screeningKey({ movieId, startsAt }: ScreeningId): string {
  return `${movieId}:${startsAt}`;
}

/** Marks seats of a screening as sold to a ticket. A seat that is already sold violates the primary key and fails the transaction. */
export async function takeSeats(
  transaction: Kysely<Schema>,
  { movieId, startsAt, ticketId, seatNumbers }: TicketOfScreening & { readonly seatNumbers: readonly number[] },
): Promise<void> {
  await transaction
    .insertInto('booked_seats')
    .values(
      seatNumbers.map((seat) => ({ movie_id: movieId, starts_at: startsAt, seat_number: seat, ticket_id: ticketId })),
    )
    .execute();
}

/** Frees all seats of a ticket. */
export async function releaseSeats(
  transaction: Kysely<Schema>,
  { movieId, startsAt, ticketId }: TicketOfScreening,
): Promise<void> {
  await transaction
    .deleteFrom('booked_seats')
    .where('movie_id', '=', movieId)
    .where('starts_at', '=', startsAt)
    .where('ticket_id', '=', ticketId)
    .execute();
}

/** Parses the JSON list of seat numbers in the row of a ticket. */
export function parseSeatNumbers(text: string): number[] {
  return v.parse(seatNumbersSchema, text);
}
