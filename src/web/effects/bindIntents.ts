import { fromPromise } from 'xstate';
import { cancellationMachine } from '#machines/cancellationMachine.ts';
import { confirmationMachine, type Confirmation } from '#machines/confirmationMachine.ts';
import { intentsMachine } from '#machines/intentsMachine.ts';
import { purchaseMachine } from '#machines/purchaseMachine.ts';
import { transferMachine } from '#machines/transferMachine.ts';
import { topUp, withdraw } from '../api/balance.ts';
import { recordSeats, releaseSeats } from '../api/bookedSeats.ts';
import { bookTickets, cancelTicket } from '../api/tickets.ts';
import type { Dependencies } from './dependencies.ts';
import { watchOnline as watchOnlineOf } from './watchOnline.ts';

/** What was confirmed, bound to the calls that carry it out. */
export function bindIntents({ client, device }: Dependencies) {
  const watchOnline = watchOnlineOf(device);

  return intentsMachine.provide({
    actors: {
      purchase: purchaseMachine.provide({
        actors: {
          watchOnline,
          bookTickets: fromPromise(({ input }) => bookTickets(client, input.booking, input.idempotencyKey)),
          confirmation: confirmation(({ ticket, movieId = 0 }) => recordSeats(client, ticket, movieId)),
        },
      }),
      cancellation: cancellationMachine.provide({
        actors: {
          watchOnline,
          cancelTicket: fromPromise(({ input: { ticketId, password, idempotencyKey } }) =>
            cancelTicket(client, { ticketId, password }, idempotencyKey),
          ),
          confirmation: confirmation(({ ticket }) => releaseSeats(client, ticket)),
        },
      }),
      transfer: transferMachine.provide({
        actors: {
          watchOnline,
          transfer: fromPromise(({ input: { kind, amount, password, idempotencyKey } }) =>
            kind === 'topUp'
              ? topUp(client, amount, idempotencyKey)
              : withdraw(client, { amount, password }, idempotencyKey),
          ),
        },
      }),
    },
  });
}

function confirmation(confirm: (input: Confirmation) => Promise<unknown>) {
  return confirmationMachine.provide({ actors: { confirm: fromPromise(({ input }) => confirm(input)) } });
}
