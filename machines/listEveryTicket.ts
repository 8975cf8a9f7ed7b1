import type { Api } from '#contract/api.ts';
import { TICKETS_ON_A_PAGE, type Ticket } from '#contract/ticket.ts';

/** All tickets of the user, newest first, fetched page by page; few people have more than one. */
export async function listEveryTicket(api: Api, loading: boolean, before?: string): Promise<Ticket[]> {
  const page = await api('listTickets', { loading, input: before === undefined ? {} : { before } });
  const last = page[TICKETS_ON_A_PAGE - 1];
  return last ? [...page, ...(await listEveryTicket(api, loading, last.id))] : page;
}
