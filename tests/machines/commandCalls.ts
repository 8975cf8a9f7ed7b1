import { fromPromise } from 'xstate';
import type { Ticket } from '#contract/ticket.ts';
import { recordSeatsMachine, type RecordSeatsInput } from '#machines/recordSeatsMachine.ts';
import { commandMachine } from '#machines/commandMachine.ts';
import type { Change, CommandRequest } from '#machines/commands.ts';
import { controlledCall } from './controlledCall.ts';
import { controlledOnline } from './controlledOnline.ts';
import { ticketOf } from '../fixtures/people.ts';

/** The real command machine. The test answers its requests, separately for each kind of command. */
export function commandCalls() {
  const online = controlledOnline();
  const bookTickets = controlledCall<Change, CommandRequest>();
  const cancelTicket = controlledCall<Change, CommandRequest>();
  const transfer = controlledCall<Change, CommandRequest>();
  const recordSeats = controlledCall<unknown, RecordSeatsInput>();
  const releaseSeats = controlledCall<unknown, RecordSeatsInput>();
  const calls = { purchase: bookTickets, cancellation: cancelTicket, topUp: transfer, withdrawal: transfer };

  return {
    online,
    recordSeats,
    releaseSeats,
    command: commandMachine.provide({
      actors: {
        watchOnline: online.actor,
        carryOut: fromPromise(({ input, signal }) => calls[input.command.kind].call(input, signal)),
        recordSeats: recordSeatsMachine.provide({
          actors: {
            sendSeats: fromPromise<unknown, RecordSeatsInput>(({ input, signal }) =>
              (input.movieId === undefined ? releaseSeats : recordSeats).call(input, signal),
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
      answer: (change: { readonly freedSeatNumbers?: number[] }) =>
        cancelTicket.answer({ type: 'tickets.cancelled', ticket: ticketOf('t1'), ...change }),
    },
    transfer: {
      ...transfer,
      inputs: () => transfer.inputs().map(transferIn),
      answer: ({ balance }: { balance: number }) => transfer.answer({ type: 'balance.changed', balance }),
    },
  };
}

function purchaseIn({ command, idempotencyKey }: CommandRequest) {
  if (command.kind !== 'purchase') throw new Error(`A ${command.kind} buys nothing`);
  return { booking: command.booking, idempotencyKey };
}

function cancellationIn({ command, password, idempotencyKey }: CommandRequest) {
  if (command.kind !== 'cancellation') throw new Error(`A ${command.kind} cancels nothing`);
  return { ticketId: command.ticket.id, password, idempotencyKey };
}

function transferIn({ command, password, idempotencyKey }: CommandRequest) {
  if (command.kind !== 'topUp' && command.kind !== 'withdrawal') throw new Error(`A ${command.kind} has no amount`);
  return { kind: command.kind, amount: command.amount, password, idempotencyKey };
}
