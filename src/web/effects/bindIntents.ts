import { fromPromise } from 'xstate';
import { confirmationMachine, type Confirmation } from '#machines/confirmationMachine.ts';
import { intentMachine, type Change, type Confirmed } from '#machines/intentMachine.ts';
import { intentsMachine } from '#machines/intentsMachine.ts';
import { topUp, withdraw } from '../api/balance.ts';
import { recordSeats, releaseSeats } from '../api/bookedSeats.ts';
import { bookTickets, cancelTicket } from '../api/tickets.ts';
import type { Dependencies } from './dependencies.ts';
import { watchOnline } from './watchOnline.ts';

/** What was confirmed, bound to the calls that carry it out. */
export function bindIntents({ client, window }: Dependencies) {
  const carryOut = async ({ intent, password, idempotencyKey }: Confirmed): Promise<Change> => {
    switch (intent.kind) {
      case 'purchase':
        return { type: 'tickets.booked', ticket: await bookTickets(client, intent.booking, idempotencyKey) };
      case 'cancellation':
        await cancelTicket(client, { ticketId: intent.ticket.id, password }, idempotencyKey);
        return { type: 'tickets.cancelled', ticket: intent.ticket };
      case 'topUp':
        return { type: 'balance.changed', ...(await topUp(client, intent.amount, idempotencyKey)) };
      case 'withdrawal':
        return {
          type: 'balance.changed',
          ...(await withdraw(client, { amount: intent.amount, password }, idempotencyKey)),
        };
      default:
        return intent;
    }
  };

  return intentsMachine.provide({
    actors: {
      intent: intentMachine.provide({
        actors: {
          watchOnline: watchOnline(window),
          carryOut: fromPromise(({ input }) => carryOut(input)),
          confirmation: confirmationMachine.provide({
            actors: {
              confirm: fromPromise<unknown, Confirmation>(({ input: { ticket, movieId } }) =>
                movieId === undefined ? releaseSeats(client, ticket) : recordSeats(client, ticket, movieId),
              ),
            },
          }),
        },
      }),
    },
  });
}
