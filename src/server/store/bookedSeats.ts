import * as v from 'valibot';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { announceSeats, type ScreeningId } from '../db/seatChanges.ts';
import { statement, type Given, type Runner } from '../db/statement.ts';

const seatNumbersSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()));

type SeatsOfTicket = ScreeningId & { readonly ticketId: string };

const seatsOfScreening = statement((db, given: Given<Omit<SeatsOfTicket, 'ticketId'>>) =>
  db
    .selectFrom('booked_seats')
    .select('seat_number')
    .where('movie_id', '=', given('movieId'))
    .where('starts_at', '=', given('startsAt'))
    .orderBy('seat_number'),
);

/** An insert for each number of seats that a ticket may have. */
const insertsOfSeats = Array.from({ length: MAXIMUM_SEATS }, (_, last) =>
  statement((db, given: Given<SeatsOfTicket & Readonly<Record<`seat${number}`, number>>>) =>
    db.insertInto('booked_seats').values(
      Array.from({ length: last + 1 }, (_, index) => ({
        movie_id: given('movieId'),
        starts_at: given('startsAt'),
        seat_number: given(`seat${index}`),
        ticket_id: given('ticketId'),
      })),
    ),
  ),
);

const deleteSeats = statement((db, given: Given<SeatsOfTicket>) =>
  db
    .deleteFrom('booked_seats')
    .where('movie_id', '=', given('movieId'))
    .where('starts_at', '=', given('startsAt'))
    .where('ticket_id', '=', given('ticketId')),
);

/** The seats sold of a screening, ascending. */
export async function listSoldSeats(db: Runner, { movieId, startsAt }: ScreeningId): Promise<number[]> {
  const rows = await seatsOfScreening.all(db, { movieId, startsAt });
  return rows.map((row) => row.seat_number);
}

/** Gives the seats of one purchase to a ticket and waits for nothing: one that is sold fails the transaction. */
export async function takeSeats(
  transaction: Runner,
  { seatNumbers, ...ticket }: SeatsOfTicket & { readonly seatNumbers: readonly number[] },
): Promise<void> {
  const insert = insertsOfSeats[seatNumbers.length - 1];
  if (insert === undefined) throw new RangeError(`A ticket has 1 to ${MAXIMUM_SEATS} seats`);
  const seats = Object.fromEntries(seatNumbers.map((seat, index) => [`seat${index}`, seat]));
  await insert.send(transaction, { ...seats, ...ticket });
  await announceSeats(transaction, ticket);
}

/** Frees the seats that a ticket holds of a screening. */
export async function freeSeats(transaction: Runner, ticket: SeatsOfTicket): Promise<void> {
  await deleteSeats.send(transaction, ticket);
  await announceSeats(transaction, ticket);
}

/** Reads the JSON list of seat numbers that a ticket's row holds. */
export function parseSeatNumbers(text: string): number[] {
  return v.parse(seatNumbersSchema, text);
}
