import type { Api } from '#contract/api.ts';
import { TICKETS_ON_A_PAGE, type Ticket } from '#contract/ticket.ts';

/** Fetches all tickets of the user page by page, newest first. Few users have more than one page. */
export async function listEveryTicket(api: Api, loading: boolean, before?: string): Promise<Ticket[]> {
  const page = await api('listTickets', { loading, input: before === undefined ? {} : { before } });
  const last = page[TICKETS_ON_A_PAGE - 1];
  return last ? [...page, ...(await listEveryTicket(api, loading, last.id))] : page;
}
