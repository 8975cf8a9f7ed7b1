import { randomUUID } from 'node:crypto';
import { offeredDates } from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import type { Movie } from '#contract/movie.ts';
import type { Database } from '../../src/server/db/database.ts';
import { theKid } from '../server/catalogueMovies.ts';
import { openCinema, type Cinema } from '../server/openCinema.ts';
import { addPeople, booking, type Person } from '../server/people.ts';

/** How many seats it has. */
export const HALL = 64;

const MOVIES = 1000;
const RICH = 1_000_000_000_000;
const ROWS_AT_ONCE = 500;

/** A cinema of a thousand films with rich buyers. */
export async function openHall(database: Database, buyers: number): Promise<{ cinema: Cinema; people: Person[] }> {
  const movies: Movie[] = Array.from({ length: MOVIES }, (_, index) => ({
    ...theKid,
    id: index + 1,
    title: titleOf(index),
  }));
  const cinema = await openCinema(database, { movies, now: Date.now() });
  const people: Person[] = [];
  while (people.length < buyers)
    people.push(...(await addPeople(cinema, Math.min(ROWS_AT_ONCE, buyers - people.length), { balance: RICH })));
  return { cinema, people };
}

const dates = offeredDates(Date.now(), 'Asia/Jakarta').slice(1);
const shows = dates.flatMap((showtimeDate) => SHOWTIMES.map((showtimeTime) => ({ showtimeDate, showtimeTime })));

/** The booking of one seat; every number is another seat. */
export function bookingOf(number: number) {
  const seat = (number % HALL) + 1;
  const show = Math.floor(number / HALL);
  return booking({
    ...shows[show % shows.length],
    movieTitle: titleOf(Math.floor(show / shows.length)),
    seatNumbers: [seat],
  });
}

/** Puts tickets of long ago, with their seats and entries, straight into the database. */
export async function fill({ db }: Database, { id: userId }: Person, from: number, to: number): Promise<void> {
  const { balance, ledger_entries: entries } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const price = theKid.ticket_price;
  for (let first = from; first < to; first += ROWS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, to - first) }, (_, index) => first + index);
    const rows = numbers.map((number) => ({
      number,
      id: randomUUID(),
      startsAt: 1_000_000 + Math.floor(number / 64) * 1000,
    }));
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('tickets')
        .values(
          rows.map(({ number, id, startsAt }) => ({
            id,
            user_id: userId,
            movie_id: 1,
            movie_title: titleOf(0),
            movie_poster: theKid.poster_url,
            age_rating: 0,
            ticket_price: price,
            showtime_date: '01 Jan',
            showtime_time: '11.40',
            starts_at: startsAt,
            seat_numbers: JSON.stringify([(number % 64) + 1]),
            booked_at: 1,
            cancelled_at: null,
          })),
        )
        .execute();
      await transaction
        .insertInto('booked_seats')
        .values(
          rows.map(({ number, id, startsAt }) => ({
            movie_id: 1,
            starts_at: startsAt,
            seat_number: (number % 64) + 1,
            ticket_id: id,
          })),
        )
        .execute();
      await transaction
        .insertInto('ledger')
        .values(
          rows.map(({ number, id }) => ({
            user_id: userId,
            sequence: entries + 1 + number - from,
            kind: 'purchase' as const,
            amount: -price,
            balance_after: balance - price * (number - from + 1),
            ticket_id: id,
            entered_at: 1,
          })),
        )
        .execute();
    });
  }
  const count = to - from;
  await db
    .updateTable('users')
    .set({ balance: balance - price * count, ledger_entries: entries + count })
    .where('id', '=', userId)
    .execute();
}

function titleOf(index: number): string {
  return `Film ${index + 1}`;
}
