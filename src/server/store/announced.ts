import { sql } from 'kysely';

/**
 * What a statement on `booked_seats` returns so that everybody who watches the hall hears of it once the transaction is
 * committed; the database tells a hall once, however many of its rows change.
 */
export const announced = sql<null>`announce_seats(movie_id, starts_at)`.as('announced');
