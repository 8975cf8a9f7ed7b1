import type { Kysely } from 'kysely';
import type { Ticket } from '#contract/ticket.ts';
import type { Schema } from '../db/schema.ts';
import { TICKET_COLUMNS, ticketOf } from './ticketOf.ts';

/** A user's tickets that were not cancelled, the newest purchase first (section 7, GET user/tickets). */
export async function listTickets(db: Kysely<Schema>, { userId }: { readonly userId: string }): Promise<Ticket[]> {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin('ledger', (join) => join.onRef('ledger.ticket_id', '=', 'tickets.id').on('ledger.kind', '=', 'purchase'))
    .select(TICKET_COLUMNS)
    .where('tickets.user_id', '=', userId)
    .where('tickets.cancelled_at', 'is', null)
    .orderBy('ledger.sequence', 'desc')
    .execute();
  return rows.map(ticketOf);
}
