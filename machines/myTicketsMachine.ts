import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Ticket } from '#contract/ticket.ts';
import { isCancellable } from '#domain/tickets.ts';
import { commandDialogMachine, type CommandDialogReport } from './commandDialogMachine.ts';
import { findCommand, type CommandProgress } from './commandProgress.ts';
import { environmentOf, watchClock } from './environment.ts';
import type { System } from './targets.ts';

interface Input {
  /** The current time, in epoch milliseconds. */
  readonly now: number;
  /** The cancellation that is already running when the page opens. */
  readonly command: CommandProgress<'cancellation'> | undefined;
}

interface Context extends Input {
  /** The ticket in the dialog. */
  readonly ticket: Ticket | undefined;
}

type WithTicket = { readonly ticket: Ticket };

export type MyTicketsEvent =
  | { type: 'clock.ticked'; now: number }
  | ({ type: 'cancellation.review' } & WithTicket)
  | { type: 'cancellation.confirm'; password: string }
  | CommandDialogReport;

export const myTicketsMachine = setup({
  types: {} as { context: Context; events: MyTicketsEvent; input: Input; children: { dialog: 'dialog' } },
  actors: { watchClock, dialog: commandDialogMachine },
  guards: { isCancellable: ({ context }, { ticket }: WithTicket) => isCancellable(ticket, context.now) },
  actions: {
    storeNow: assign((_, { now }: { now: number }) => ({ now })),
    storeTicket: assign((_, { ticket }: WithTicket) => ({ ticket })),
    forgetTicket: assign({ ticket: undefined }),
    openDialog: sendTo('dialog', { type: 'dialog.open' }),
    confirm: enqueueActions(({ context: { ticket }, enqueue }, { password }: { password: string }) => {
      if (ticket === undefined) return;
      enqueue.sendTo('dialog', {
        type: 'dialog.confirm',
        confirmed: { command: { kind: 'cancellation', ticket }, password },
      });
    }),
  },
}).createMachine({
  id: 'myTickets',
  context: ({ input }) => ({ ...input, ticket: input.command?.ticket }),
  invoke: [
    { id: 'watchClock', src: 'watchClock' },
    {
      id: 'dialog',
      src: 'dialog',
      input: ({ context: { command } }) => ({
        kind: 'cancellation',
        requiresPassword: true,
        afterSuccess: 'close',
        command,
      }),
    },
  ],
  on: { 'clock.ticked': { actions: { type: 'storeNow', params: ({ event }) => event } } },
  initial: 'choosing',
  states: {
    choosing: {
      description: 'The user looks at the tickets. The dialog opens for an unused ticket whose film has not begun.',
      on: {
        'cancellation.review': {
          guard: { type: 'isCancellable', params: ({ event }) => event },
          actions: [{ type: 'storeTicket', params: ({ event }) => event }, 'openDialog'],
        },
        'dialog.opened': 'reviewing',
        'dialog.resumed': 'reviewing',
      },
    },
    reviewing: {
      description: 'The dialog is open, and asks for the password before a ticket is cancelled.',
      on: {
        'cancellation.confirm': { actions: { type: 'confirm', params: ({ event }) => event } },
        'dialog.closed': { target: 'choosing', actions: 'forgetTicket' },
      },
    },
  },
});

/** Input for My Tickets. */
export function myTicketsInput(system: System): Input {
  return { now: environmentOf(system).clock.now(), command: findCommand(system, 'cancellation') };
}
