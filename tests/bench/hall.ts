import { offeredDates } from '#domain/calendar.ts';
import { SHOWTIMES } from '#domain/showtimes.ts';
import type { Movie } from '#contract/movie.ts';
import type { Database } from '../../src/server/db/database.ts';
import { theKid } from '../server/catalogueMovies.ts';
import { openCinema, REAL_COST, type Cinema } from '../server/openCinema.ts';
import { addPeople, booking, type Person } from '../server/people.ts';

/** The number of seats in a hall. */
export const HALL = 64;

const MOVIES = 1000;
const RICH = { balance: 1_000_000_000_000, ...REAL_COST };
const ROWS_AT_ONCE = 500;

/** Adds a thousand films and `buyers` accounts with enough balance for every purchase. */
export async function openHall(database: Database, buyers: number): Promise<{ cinema: Cinema; people: Person[] }> {
  const movies: Movie[] = Array.from({ length: MOVIES }, (_, index) => ({
    ...theKid,
    id: index + 1,
    title: titleOf(index),
  }));
  const cinema = await openCinema(database, { movies, now: Date.now(), logger: false });
  const people: Person[] = [];
  while (people.length < buyers)
    people.push(...(await addPeople(cinema, Math.min(ROWS_AT_ONCE, buyers - people.length), RICH)));
  return { cinema, people };
}

const dates = offeredDates(Date.now(), 'Asia/Jakarta').slice(1);
const shows = dates.flatMap((showtimeDate) => SHOWTIMES.map((showtimeTime) => ({ showtimeDate, showtimeTime })));

/** The booking of one seat. Seats are numbered through all showtimes and films. */
export function bookingOf(number: number) {
  const seat = (number % HALL) + 1;
  const show = Math.floor(number / HALL);
  return booking({
    ...shows[show % shows.length],
    movieTitle: titleOf(Math.floor(show / shows.length)),
    seatNumbers: [seat],
  });
}

function titleOf(index: number): string {
  return `Film ${index + 1}`;
}
