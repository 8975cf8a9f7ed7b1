import { fromPromise } from 'xstate';
import { confirmationMachine, type Confirmation } from '#machines/confirmationMachine.ts';
import { intentMachine, type Change, type Confirmed } from '#machines/intentMachine.ts';
import { intentsMachine } from '#machines/intentsMachine.ts';
import type { Client } from '../api/client.ts';
import { dependenciesOf } from './dependenciesOf.ts';
import { watchOnline } from './watchOnline.ts';

/** What was confirmed, bound to the calls that carry it out. */
export const boundIntents = intentsMachine.provide({
  actors: {
    intent: intentMachine.provide({
      actors: {
        watchOnline,
        carryOut: fromPromise(({ input, system }) => carryOut(dependenciesOf(system).client, input)),
        confirmation: confirmationMachine.provide({
          actors: { confirm: fromPromise(({ input, system }) => confirm(dependenciesOf(system).client, input)) },
        }),
      },
    }),
  },
});

async function carryOut(client: Client, { intent, password, idempotencyKey }: Confirmed): Promise<Change> {
  switch (intent.kind) {
    case 'purchase': {
      const ticket = await client('bookTickets', { input: intent.booking, idempotencyKey });
      return { type: 'tickets.booked', ticket };
    }
    case 'cancellation': {
      const { ticket } = intent;
      await client('cancelTicket', { input: { ticketId: ticket.id, password }, idempotencyKey });
      return { type: 'tickets.cancelled', ticket };
    }
    case 'topUp': {
      const { balance } = await client('topUp', { input: { amount: intent.amount }, idempotencyKey });
      return { type: 'balance.changed', balance };
    }
    case 'withdrawal': {
      const { balance } = await client('withdraw', { input: { amount: intent.amount, password }, idempotencyKey });
      return { type: 'balance.changed', balance };
    }
    default:
      return intent;
  }
}

function confirm(client: Client, { ticket, movieId }: Confirmation): Promise<unknown> {
  const { showtimeDate, showtimeTime, seatNumbers, movieTitle } = ticket;
  const seats = { showtimeDate, showtimeTime, seatNumbers, movieTitle };
  if (movieId === undefined) return client('releaseSeats', { input: seats });
  return client('recordSeats', { input: { ...seats, movieId } });
}
