import { fromPromise } from 'xstate';
import type { Ticket } from '#contract/ticket.ts';
import { confirmationMachine, type Confirmation } from '#machines/confirmationMachine.ts';
import { intentMachine, type Change, type Confirmed } from '#machines/intentMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { onlineSwitch } from './onlineSwitch.ts';
import { ticketOf } from '../fixtures/people.ts';

/** The real machine of an intent, its calls answered by the test, each kind by itself. */
export function intentCalls() {
  const online = onlineSwitch();
  const bookTickets = controlledCall<Change, Confirmed>();
  const cancelTicket = controlledCall<Change, Confirmed>();
  const transfer = controlledCall<Change, Confirmed>();
  const recordSeats = controlledCall<unknown, Confirmation>();
  const releaseSeats = controlledCall<unknown, Confirmation>();
  const calls = { purchase: bookTickets, cancellation: cancelTicket, topUp: transfer, withdrawal: transfer };

  return {
    online,
    recordSeats,
    releaseSeats,
    intent: intentMachine.provide({
      actors: {
        watchOnline: online.actor,
        carryOut: fromPromise(({ input, signal }) => calls[input.intent.kind].ask(input, signal)),
        confirmation: confirmationMachine.provide({
          actors: {
            confirm: fromPromise<unknown, Confirmation>(({ input, signal }) =>
              (input.movieId === undefined ? releaseSeats : recordSeats).ask(input, signal),
            ),
          },
        }),
      },
    }),
    bookTickets: {
      ...bookTickets,
      inputs: () => bookTickets.inputs().map(purchaseIn),
      answer: (ticket: Ticket) => bookTickets.answer({ type: 'tickets.booked', ticket }),
    },
    cancelTicket: {
      ...cancelTicket,
      inputs: () => cancelTicket.inputs().map(cancellationIn),
      answer: (_: object) => cancelTicket.answer({ type: 'tickets.cancelled', ticket: ticketOf('t1') }),
    },
    transfer: {
      ...transfer,
      inputs: () => transfer.inputs().map(transferIn),
      answer: ({ balance }: { balance: number }) => transfer.answer({ type: 'balance.changed', balance }),
    },
  };
}

function purchaseIn({ intent, idempotencyKey }: Confirmed) {
  if (intent.kind !== 'purchase') throw new Error(`A ${intent.kind} buys nothing`);
  return { booking: intent.booking, idempotencyKey };
}

function cancellationIn({ intent, password, idempotencyKey }: Confirmed) {
  if (intent.kind !== 'cancellation') throw new Error(`A ${intent.kind} cancels nothing`);
  return { ticketId: intent.ticket.id, password, idempotencyKey };
}

function transferIn({ intent, password, idempotencyKey }: Confirmed) {
  if (intent.kind !== 'topUp' && intent.kind !== 'withdrawal') throw new Error(`A ${intent.kind} has no amount`);
  return { kind: intent.kind, amount: intent.amount, password, idempotencyKey };
}
