import type { Kysely } from 'kysely';
import type { Movie } from '#contract/movie.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { findMovie } from './movies.ts';

/** The columns that a ticket copies from its film. */
export type OfferedMovie = Pick<Movie, 'id' | 'title' | 'poster_url' | 'age_rating' | 'ticket_price'>;

/** The film of a purchase, and which of the requested seats are already sold, read by one query. */
export interface ScreeningOffer {
  readonly movie: OfferedMovie;
  /** Ascending. */
  readonly taken: readonly number[];
}

interface Wish {
  readonly title: string;
  readonly startsAt: number;
  readonly seatNumbers: readonly number[];
}

/**
 * Finds the film of a booking and which of its seats are sold (section 4). Throws `movie_not_found` when no film on sale
 * has the title.
 */
export async function findOffer(db: Kysely<Schema>, wish: Wish): Promise<ScreeningOffer> {
  const exact = wish.title.includes('\0') ? undefined : await findExactOffer(db, wish);
  const offer = exact ?? (await findExactOffer(db, { ...wish, title: (await findMovie(db, wish)).title }));
  if (offer === undefined) throw new ApiError('movie_not_found');
  return offer;
}

async function findExactOffer(
  db: Kysely<Schema>,
  { title, startsAt, seatNumbers }: Wish,
): Promise<ScreeningOffer | undefined> {
  // Returns one row for each sold seat, or a single row without a seat.
  const rows = await db
    .selectFrom('movies')
    .leftJoin('booked_seats', (join) =>
      join
        .onRef('booked_seats.movie_id', '=', 'movies.id')
        .on('booked_seats.starts_at', '=', startsAt)
        .on('booked_seats.seat_number', 'in', seatNumbers),
    )
    .select([
      'movies.id',
      'movies.title',
      'movies.poster_url',
      'movies.age_rating',
      'movies.ticket_price',
      'booked_seats.seat_number',
    ])
    .where('movies.title', '=', title)
    .where('movies.withdrawn_at', 'is', null)
    .orderBy('booked_seats.seat_number')
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  const { seat_number: _seat, ...movie } = first;
  return { movie, taken: rows.flatMap(({ seat_number: seat }) => seat ?? []) };
}
