import { TICKETS_ON_A_PAGE, type Ticket } from '#contract/ticket.ts';
import type { Client } from '../api/client.ts';

/** All tickets of the user, newest first, asked for page by page; few people have more than one. */
export async function listEveryTicket(client: Client, options: { readonly loading?: boolean } = {}): Promise<Ticket[]> {
  const tickets: Ticket[] = [];
  for (;;) {
    const last = tickets.at(-1);
    const page = await client('listTickets', { ...options, input: last === undefined ? {} : { before: last.id } });
    tickets.push(...page);
    if (page.length < TICKETS_ON_A_PAGE) return tickets;
  }
}
