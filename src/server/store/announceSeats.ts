import { sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Hall } from '../db/seatChanges.ts';

/** Tells everybody who watches a hall that its seats have changed, once the transaction is committed. */
export async function announceSeats(transaction: Transaction<Schema>, { movieId, startsAt }: Hall): Promise<void> {
  await sql`select announce_seats(${movieId}, ${startsAt})`.execute(transaction);
}
