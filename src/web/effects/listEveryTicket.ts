import { TICKETS_ON_A_PAGE, type Ticket } from '#contract/ticket.ts';
import type { Client } from '../api/client.ts';

/** All tickets of the user, newest first, asked for page by page; few people have more than one. */
export async function listEveryTicket(client: Client, loading: boolean, before?: string): Promise<Ticket[]> {
  const page = await client('listTickets', { loading, input: before === undefined ? {} : { before } });
  const last = page[TICKETS_ON_A_PAGE - 1];
  return last ? [...page, ...(await listEveryTicket(client, loading, last.id))] : page;
}
