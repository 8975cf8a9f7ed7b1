import { cancelTicket, listTickets, purchaseTicket } from '../store/tickets.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers to list, buy and cancel tickets (section 7). */
export function ticketHandlers({ db, holdLimits: limits, now: clock, offeredStart, seatChanges }: RouteDependencies) {
  return {
    listTickets: ({ caller, input }) => listTickets(db, { ...input, userId: caller.user.id }),
    bookTickets({ caller: { user }, input: booking, transaction, now, afterCommit }) {
      afterCommit(seatChanges.notify);
      return purchaseTicket(transaction, { userId: user.id, age: user.age, booking, now, clock, limits, offeredStart });
    },
    cancelTicket({ caller, input: { ticketId }, transaction, now, afterCommit }) {
      afterCommit(seatChanges.notify);
      return cancelTicket(transaction, { userId: caller.user.id, ticketId, now, clock, limits });
    },
  } satisfies Partial<Handlers>;
}
