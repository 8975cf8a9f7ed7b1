import { fromPromise } from 'xstate';
import type { Ticket } from '#contract/ticket.ts';
import { cancellationMachine } from '#machines/cancellationMachine.ts';
import { confirmationMachine, type Confirmation } from '#machines/confirmationMachine.ts';
import { intentsMachine } from '#machines/intentsMachine.ts';
import { purchaseMachine } from '#machines/purchaseMachine.ts';
import { transferMachine } from '#machines/transferMachine.ts';
import type { Dependencies } from './dependencies.ts';
import { watchOnline as watchOnlineOf } from './watchOnline.ts';

/** What was confirmed, bound to the calls that carry it out. */
export function bindIntents({ client, window }: Dependencies) {
  const watchOnline = watchOnlineOf(window);

  return intentsMachine.provide({
    actors: {
      purchase: purchaseMachine.provide({
        actors: {
          watchOnline,
          bookTickets: fromPromise(({ input: { booking, idempotencyKey } }) =>
            client('bookTickets', { input: booking, idempotencyKey }),
          ),
          confirmation: confirmation(({ ticket, movieId = 0 }) =>
            client('recordSeats', { input: { ...seatsOf(ticket), movieId } }),
          ),
        },
      }),
      cancellation: cancellationMachine.provide({
        actors: {
          watchOnline,
          cancelTicket: fromPromise(({ input: { ticketId, password, idempotencyKey } }) =>
            client('cancelTicket', { input: { ticketId, password }, idempotencyKey }),
          ),
          confirmation: confirmation(({ ticket }) => client('releaseSeats', { input: seatsOf(ticket) })),
        },
      }),
      transfer: transferMachine.provide({
        actors: {
          watchOnline,
          transfer: fromPromise(({ input: { kind, amount, password, idempotencyKey } }) =>
            kind === 'topUp'
              ? client('topUp', { input: { amount }, idempotencyKey })
              : client('withdraw', { input: { amount, password }, idempotencyKey }),
          ),
        },
      }),
    },
  });
}

function confirmation(confirm: (input: Confirmation) => Promise<unknown>) {
  return confirmationMachine.provide({ actors: { confirm: fromPromise(({ input }) => confirm(input)) } });
}

function seatsOf({ showtimeDate, showtimeTime, seatNumbers, movieTitle }: Ticket) {
  return { showtimeDate, showtimeTime, seatNumbers, movieTitle };
}
