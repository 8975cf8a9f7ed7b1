import { assign, fromPromise } from 'xstate';
import { cancelTicketMachine } from '#machines/cancelTicketMachine.ts';
import { releaseSeats } from '../api/bookedSeats.ts';
import { cancelTicket } from '../api/tickets.ts';
import { createIdempotencyKey, type Dependencies } from './dependencies.ts';
import { watchClock } from './watchClock.ts';

/** The cancel dialog bound to the API and the clock. */
export function bindCancelTicket({ client, now, announce }: Dependencies) {
  return cancelTicketMachine.provide({
    actors: {
      watchClock: watchClock(now),
      cancelTicket: fromPromise(({ input: { ticketId, password, idempotencyKey } }) =>
        cancelTicket(client, { ticketId, password }, idempotencyKey),
      ),
      releaseSeats: fromPromise(({ input }) => releaseSeats(client, input)),
    },
    actions: {
      announce: (_, fact) => announce(fact),
      renewIdempotencyKey: assign({ idempotencyKey: () => createIdempotencyKey() }),
    },
  });
}
