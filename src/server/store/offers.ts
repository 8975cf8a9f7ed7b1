import { sql } from 'kysely';
import type { Movie } from '#contract/movie.ts';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import type { ScreeningId } from '../db/seatChanges.ts';
import { statement, type Given, type Runner } from '../db/statement.ts';
import { Refusal } from '../errors/refusal.ts';

/** What a ticket copies from its film. */
export type OfferedMovie = Pick<Movie, 'id' | 'title' | 'poster_url' | 'age_rating' | 'ticket_price'>;

interface Wish extends Omit<ScreeningId, 'movieId'> {
  readonly userId: string;
  readonly title: string;
  /** At least one, and no more than a purchase may hold. */
  readonly seatNumbers: readonly number[];
}

/** All that decides about a purchase and may change, at one moment. */
export interface Offer {
  readonly movie: OfferedMovie;
  /** Those of the wished seats that are sold, ascending. */
  readonly taken: readonly number[];
  /** Whether the user can pay the film's price for each seat. */
  readonly isAffordable: boolean;
}

type Wished = Omit<Wish, 'seatNumbers'> & Readonly<Record<`seat${number}` | 'seats', number>>;

const SEATS = Array.from({ length: MAXIMUM_SEATS }, (_, index) => `seat${index}` as const);

/** A row for each seat that is sold, or one without a seat. */
const offerOf = statement((db, given: Given<Wished>) =>
  db
    .selectFrom('movies')
    .leftJoin('users as payer', (join) =>
      join
        .on('payer.id', '=', given('userId'))
        .on('payer.balance', '>=', sql<number>`${sql.ref('movies.ticket_price')} * ${given('seats')}`),
    )
    .leftJoin('booked_seats', (join) =>
      join
        .onRef('booked_seats.movie_id', '=', 'movies.id')
        .on('booked_seats.starts_at', '=', given('startsAt'))
        .on('booked_seats.seat_number', 'in', SEATS.map(given)),
    )
    .select([
      'movies.id',
      'movies.title',
      'movies.poster_url',
      'movies.age_rating',
      'movies.ticket_price',
      'booked_seats.seat_number',
      'payer.id as payer',
    ])
    .where('movies.title', '=', given('title'))
    .where('movies.withdrawn_at', 'is', null)
    .orderBy('booked_seats.seat_number'),
);

/** What a user who wishes seats of a screening is offered (section 4). Throws `movie_not_found` when no film on show has the title. */
export async function findOffer(db: Runner, { seatNumbers, ...wish }: Wish): Promise<Offer> {
  // Fewer than a purchase may hold are filled up with the first.
  const seats = Object.fromEntries(SEATS.map((name, index) => [name, seatNumbers[index] ?? seatNumbers[0] ?? 0]));
  const isReadable = !wish.title.includes('\0');
  const rows = isReadable ? await offerOf.all(db, { ...seats, ...wish, seats: seatNumbers.length }) : [];
  const [first] = rows;
  if (first === undefined) throw new Refusal('movie_not_found');
  const { seat_number: _seat, payer, ...movie } = first;
  const taken = rows.flatMap(({ seat_number: seat }) => seat ?? []);
  return { movie, taken, isAffordable: payer !== null };
}
