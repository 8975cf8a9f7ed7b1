import { sql, type Kysely, type Transaction } from 'kysely';
import * as v from 'valibot';
import { takenSentence } from '#domain/seatNames.ts';
import type { Schema } from '../db/schema.ts';
import type { ScreeningId } from '../db/seatChanges.ts';
import { Refusal } from '../errors/refusal.ts';

/**
 * Returned by each statement that changes `booked_seats`, so that everybody who watches the screening is told after COMMIT;
 * the database tells of a screening once, however many of its rows change.
 */
const announced = sql<null>`announce_seats(movie_id, starts_at)`.as('announced');

const seatNumbersSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()));

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

/** Gives free seats of a screening to a ticket. Throws `seat_taken`, naming those already sold. */
export async function takeSeats(
  transaction: Transaction<Schema>,
  {
    movieId,
    startsAt,
    seatNumbers,
    ticketId,
  }: ScreeningId & { readonly seatNumbers: readonly number[]; readonly ticketId: string },
): Promise<void> {
  const rows = await transaction
    .insertInto('booked_seats')
    .values(
      seatNumbers.map((seat) => ({ movie_id: movieId, starts_at: startsAt, seat_number: seat, ticket_id: ticketId })),
    )
    .onConflict((conflict) => conflict.columns(['movie_id', 'starts_at', 'seat_number']).doNothing())
    .returning(['seat_number', announced])
    .execute();
  const got = new Set(rows.map((row) => row.seat_number));
  const taken = seatNumbers.filter((seat) => !got.has(seat));
  if (taken.length === 0) return;
  throw new Refusal('seat_taken', { message: takenSentence(taken), details: { seatNumbers: taken } });
}

/** Frees the seats that a ticket holds of a screening. */
export async function freeSeats(
  transaction: Transaction<Schema>,
  { movieId, startsAt, ticketId }: ScreeningId & { readonly ticketId: string },
): Promise<void> {
  await transaction
    .deleteFrom('booked_seats')
    .where('movie_id', '=', movieId)
    .where('starts_at', '=', startsAt)
    .where('ticket_id', '=', ticketId)
    .returning(announced)
    .execute();
}

/** Reads the JSON list of seat numbers that a ticket's row holds. */
export function parseSeatNumbers(text: string): number[] {
  return v.parse(seatNumbersSchema, text);
}
