import { cancelTicket, listTickets, purchaseTicket } from '../store/tickets.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** The user's tickets: list, buy, cancel (section 7). */
export function ticketHandlers({ db, offeredStart }: RouteDependencies) {
  return {
    listTickets: ({ caller, input }) => listTickets(db, { ...input, userId: caller.user.id }),
    bookTickets: ({ caller: { user }, input: booking, transaction, now }) =>
      purchaseTicket(transaction, { userId: user.id, age: user.age, booking, now, offeredStart }),
    cancelTicket: ({ caller, input: { ticketId }, transaction, now }) =>
      cancelTicket(transaction, { userId: caller.user.id, ticketId, now }),
  } satisfies Partial<Handlers>;
}
