import { createActor, SimulatedClock } from 'xstate';
import type { Booking } from '#contract/booking.ts';
import type { Ticket } from '#contract/ticket.ts';
import { cancellationMachine, type CancellationInput } from '#machines/cancellationMachine.ts';
import { confirmationMachine, type Confirmation } from '#machines/confirmationMachine.ts';
import { intentsMachine, type IntentsEmitted } from '#machines/intentsMachine.ts';
import { purchaseMachine, type PurchaseInput } from '#machines/purchaseMachine.ts';
import type { ToastPlacement, ToastType } from '#machines/toastsMachine.ts';
import { transferMachine, type TransferInput } from '#machines/transferMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { onlineSwitch } from './onlineSwitch.ts';
import { ticketOf } from './people.ts';

/** The intents as the root runs them: the real machines, their calls answered by the test. */
export function stageIntents() {
  const clock = new SimulatedClock();
  const online = onlineSwitch();
  const bookTickets = controlledCall<Ticket, { booking: Booking; idempotencyKey: string }>();
  const recordSeats = controlledCall<unknown, Confirmation>();
  const cancelTicket = controlledCall<unknown, { ticketId: string; password: string; idempotencyKey: string }>();
  const releaseSeats = controlledCall<unknown, Confirmation>();
  const transfer = controlledCall<{ balance: number }, TransferInput>();
  const emitted: IntentsEmitted[] = [];
  const intents = createActor(
    intentsMachine.provide({
      actors: {
        purchase: purchaseMachine.provide({
          actors: {
            watchOnline: online.actor,
            bookTickets: bookTickets.actor,
            confirmation: confirmationMachine.provide({ actors: { confirm: recordSeats.actor } }),
          },
        }),
        cancellation: cancellationMachine.provide({
          actors: {
            watchOnline: online.actor,
            cancelTicket: cancelTicket.actor,
            confirmation: confirmationMachine.provide({ actors: { confirm: releaseSeats.actor } }),
          },
        }),
        transfer: transferMachine.provide({ actors: { watchOnline: online.actor, transfer: transfer.actor } }),
      },
    }),
    { clock },
  );
  intents.on('*', (event) => {
    if (!event.type.startsWith('intents.')) emitted.push(event);
  });
  intents.start();

  return {
    intents,
    clock,
    online,
    bookTickets,
    recordSeats,
    cancelTicket,
    releaseSeats,
    transfer,
    /** What was told to whoever listens but the quiet line, in order. */
    emitted,
    isUnsettled: () => intents.getSnapshot().hasTag('unsettled'),
    /** All that the intents and their children hold in memory, as text. */
    memory: () => JSON.stringify(intents.getPersistedSnapshot()),
  };
}

/** Seats 11 and 12 of Metropolis, as they stood in the buy dialog. */
export function purchaseOf(idempotencyKey: string): PurchaseInput {
  const { id: _, bookingTime: __, startsAt: ___, ...booking } = ticketOf('t1');
  return { booking, movieId: 7, idempotencyKey };
}

/** The ticket t1, as it stood in the cancel dialog. */
export function cancellationOf(idempotencyKey: string): CancellationInput {
  return { ticket: ticketOf('t1'), password: 'popcorn!', idempotencyKey };
}

/** A toast as machines ask for it. */
export function toast(type: ToastType, text: string, placement: ToastPlacement) {
  return { type: 'notify', notification: { type, text, placement } };
}
