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

/** The seats sold of a screening, ascending. */
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

/** The seats sold of these screenings, by their keys, in one query; each as a text that `parseSeatList` reads. Takes one at least. */
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

/** The seats of such a text, ascending. */
export function parseSeatList(text: string): number[] {
  return text === '' ? [] : sortSeats(text.split(',').map(Number));
}

/** A screening in one word. */
export function screeningKey({ movieId, startsAt }: ScreeningId): string {
  return `${movieId}:${startsAt}`;
}

/** Gives seats of a screening to a ticket. Fails the transaction when one of them is sold. */
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

/** Frees the seats that a ticket holds of a screening. */
export async function freeSeats(
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

/** Reads the JSON list of seat numbers that a ticket's row holds. */
export function parseSeatNumbers(text: string): number[] {
  return v.parse(seatNumbersSchema, text);
}
