import type { Transaction } from 'kysely';
import { purchaseTotal } from '#domain/purchase.ts';
import { sentences } from '#domain/sentences.ts';
import { hasStarted } from '#domain/showtimes.ts';
import type { Schema } from '../db/schema.ts';
import { Refusal } from '../errors/refusal.ts';
import { announced } from './announced.ts';
import { moveMoney } from './ledger.ts';
import { TICKET_COLUMNS, ticketOf } from './ticketOf.ts';

/**
 * Cancels a user's own ticket, frees its seats and refunds the price paid, once (section 4, Cancel).
 * Throws `ticket_not_found` for a missing, cancelled or foreign ticket, `ticket_expired` from the showtime's start.
 */
export async function cancelTicket(
  transaction: Transaction<Schema>,
  { userId, ticketId, now }: { readonly userId: string; readonly ticketId: string; readonly now: number },
): Promise<{ message: string }> {
  if (ticketId.includes('\0')) throw new Refusal('ticket_not_found');
  const row = await transaction
    .updateTable('tickets')
    .set({ cancelled_at: now })
    .where('id', '=', ticketId)
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .returning([...TICKET_COLUMNS, 'tickets.movie_id'])
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('ticket_not_found');
  if (hasStarted(row.starts_at, now)) throw new Refusal('ticket_expired');
  await transaction
    .deleteFrom('booked_seats')
    .where('movie_id', '=', row.movie_id)
    .where('starts_at', '=', row.starts_at)
    .where('ticket_id', '=', ticketId)
    .returning(announced)
    .execute();
  const amount = purchaseTotal(row.ticket_price, ticketOf(row).seatNumbers.length);
  await moveMoney(transaction, { userId, kind: 'refund', amount, ticketId, now });
  return { message: sentences.cancelSuccess };
}
