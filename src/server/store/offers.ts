import type { Kysely } from 'kysely';
import type { Movie } from '#contract/movie.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { findMovie } from './movies.ts';
import { runningEnds } from './takenSeats.ts';

/** The columns that a ticket copies from its film. */
export type OfferedMovie = Pick<Movie, 'id' | 'title' | 'poster_url' | 'age_rating' | 'ticket_price'>;

/** The film of a booking, and which of the requested seats are not free, read by one query. Seat numbers are ascending. */
export interface ScreeningOffer {
  readonly movie: OfferedMovie;
  readonly sold: readonly number[];
  /** Seats that another user holds; `until` is when all of them are free again at the latest, in epoch milliseconds. */
  readonly heldByOthers: { readonly seatNumbers: readonly number[]; readonly until: number };
  /** The id of the user's own hold, if it has some of the seats. */
  readonly ownHold: string | undefined;
  /** The code of that hold, if the user shares its seats. */
  readonly ownShareCode: string | undefined;
  /** Whether the shared hold has some of the seats. */
  readonly isShared: boolean;
}

interface Wish {
  readonly title: string;
  readonly startsAt: number;
  readonly seatNumbers: readonly number[];
  readonly userId: string;
  /** The id of a hold whose seats are shared with the user. */
  readonly sharedHold?: string | undefined;
  readonly now: number;
}

/**
 * Finds the film of a booking and which of its seats are sold or held (section 4). Throws `movie_not_found` when no film on sale
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
  { title, startsAt, seatNumbers, userId, sharedHold, now }: Wish,
): Promise<ScreeningOffer | undefined> {
  // Returns one row for each taken seat, or a single row without a seat.
  const rows = await db
    .selectFrom('movies')
    .leftJoin('taken_seats', (join) =>
      join
        .onRef('taken_seats.movie_id', '=', 'movies.id')
        .on('taken_seats.starts_at', '=', startsAt)
        .on('taken_seats.seat_number', 'in', seatNumbers),
    )
    .leftJoin('holds', 'holds.id', 'taken_seats.hold_id')
    .select([
      'movies.id',
      'movies.title',
      'movies.poster_url',
      'movies.age_rating',
      'movies.ticket_price',
      'taken_seats.seat_number',
      'taken_seats.ticket_id',
      'taken_seats.hold_id',
      'taken_seats.held_by',
      'taken_seats.held_until',
      'holds.code',
    ])
    .where('movies.title', '=', title)
    .where('movies.withdrawn_at', 'is', null)
    .orderBy('taken_seats.seat_number')
    .execute();
  const [first] = rows;
  if (first === undefined) return undefined;
  const { id, title: exactTitle, poster_url, age_rating, ticket_price } = first;
  const [from, to] = runningEnds(now);
  const held = rows.filter(({ held_until: until }) => until !== null && until >= from && until <= to);
  const isShared = ({ hold_id: hold }: (typeof rows)[number]) => hold !== null && hold === sharedHold;
  const own = held.find(({ held_by: owner }) => owner === userId);
  const others = held.filter((row) => row.held_by !== userId && !isShared(row));
  return {
    movie: { id, title: exactTitle, poster_url, age_rating, ticket_price },
    sold: seatsOf(rows.filter(({ ticket_id: ticket }) => ticket !== null)),
    heldByOthers: {
      seatNumbers: seatsOf(others),
      until: Math.max(0, ...others.map(({ held_until: until }) => until ?? 0)),
    },
    ownHold: own?.hold_id ?? undefined,
    ownShareCode: own?.code ?? undefined,
    isShared: held.some(isShared),
  };
}

function seatsOf(rows: readonly { readonly seat_number: number | null }[]): number[] {
  return rows.flatMap(({ seat_number: seat }) => seat ?? []);
}
