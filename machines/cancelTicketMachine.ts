import { assign, setup, type SnapshotFrom } from 'xstate';
import { passwordAgainProblem } from '#domain/credentials.ts';
import { isExpired } from '#domain/tickets.ts';
import type { Ticket } from '#contract/ticket.ts';
import { cancellationBegun, isCancellationRunning, type CancellationStanding } from './cancellationMachine.ts';
import { intentStage, type IntentStage } from './intentStage.ts';
import { unprovidedAction, unprovidedCallback } from './unprovided.ts';

type Input = {
  readonly now: number;
  /** The cancellation that is running when the page is come to. */
  readonly cancellation: CancellationStanding | undefined;
};

type Context = Input & {
  ticket: Ticket | undefined;
  failure: string | undefined;
};

export type CancelTicketEvent =
  | { type: 'clock.ticked'; now: number }
  | { type: 'cancellation.changed'; cancellation: CancellationStanding | undefined }
  | { type: 'cancel.open'; ticket: Ticket }
  | { type: 'cancel.confirm'; password: string }
  | { type: 'cancel.back' };

export const cancelTicketMachine = setup({
  types: {} as { context: Context; events: CancelTicketEvent; input: Input; tags: 'open' | 'busy' },
  actors: {
    watchClock: unprovidedCallback<undefined>('watchClock'),
    watchCancellation: unprovidedCallback<undefined>('watchCancellation'),
  },
  guards: {
    isLive: ({ context }, params: { ticket: Ticket }) => !isExpired(params.ticket, context.now),
    isPasswordMissing: (_, params: { password: string }) => passwordAgainProblem(params.password) !== undefined,
    isRunning: ({ context }) => isCancellationRunning(context.cancellation),
    isFree: ({ context }) => !isCancellationRunning(context.cancellation),
    isCancellation: ({ context }, params: { stage: CancellationStanding['stage'] | undefined }) =>
      context.cancellation?.stage === params.stage,
  },
  actions: {
    startCancellation: unprovidedAction<{ ticket: Ticket; password: string }>('startCancellation'),
    storeNow: assign((_, params: { now: number }) => ({ now: params.now })),
    storeTicket: assign((_, params: { ticket: Ticket }) => ({ ticket: params.ticket })),
    storeCancellation: assign((_, params: { cancellation: CancellationStanding | undefined }) => ({
      cancellation: params.cancellation,
    })),
    takeTicket: assign({ ticket: ({ context }) => context.cancellation?.ticket }),
    refusePassword: assign((_, params: { password: string }) => ({ failure: passwordAgainProblem(params.password) })),
    storeRefusal: assign({ failure: ({ context }) => context.cancellation?.failure?.message }),
    clearFailure: assign({ failure: undefined }),
    forgetTicket: assign({ ticket: undefined, failure: undefined }),
  },
}).createMachine({
  id: 'cancelTicket',
  context: ({ input }) => ({ ...input, ticket: undefined, failure: undefined }),
  invoke: [
    { id: 'watchClock', src: 'watchClock' },
    { id: 'watchCancellation', src: 'watchCancellation' },
  ],
  on: {
    'clock.ticked': { actions: { type: 'storeNow', params: ({ event }) => event } },
    'cancellation.changed': { actions: { type: 'storeCancellation', params: ({ event }) => event } },
  },
  initial: 'arriving',
  states: {
    arriving: {
      description: 'A cancellation that is still running shows again.',
      always: [{ guard: 'isRunning', target: 'cancelling', actions: 'takeTicket' }, { target: 'closed' }],
    },
    closed: {
      description: 'An expired ticket cannot open the dialog (section 2, My Tickets).',
      entry: 'forgetTicket',
      on: {
        'cancel.open': {
          guard: { type: 'isLive', params: ({ event }) => event },
          target: 'askingPassword',
          actions: { type: 'storeTicket', params: ({ event }) => event },
        },
      },
    },
    askingPassword: {
      description: 'The account password is required; a wrong one stays here with its sentence (sections 5 and 6).',
      tags: 'open',
      on: {
        'cancel.confirm': [
          {
            guard: { type: 'isPasswordMissing', params: ({ event }) => event },
            actions: { type: 'refusePassword', params: ({ event }) => event },
          },
          {
            guard: 'isFree',
            target: 'cancelling',
            actions: [
              'clearFailure',
              {
                type: 'storeCancellation',
                params: ({ context }) => ({ cancellation: cancellationBegun(ticketOf(context)) }),
              },
              {
                type: 'startCancellation',
                params: ({ context, event }) => ({ ticket: ticketOf(context), password: event.password }),
              },
            ],
          },
        ],
        'cancel.back': 'closed',
      },
    },
    cancelling: {
      description:
        'The root runs the cancellation, with this page or without. No confirm here: the double-submit guard.',
      tags: ['open', 'busy'],
      always: [
        {
          guard: { type: 'isCancellation', params: { stage: 'refused' } },
          target: 'askingPassword',
          actions: 'storeRefusal',
        },
        { guard: 'isFree', target: 'closed' },
      ],
      on: {
        'cancel.back': { guard: { type: 'isCancellation', params: { stage: 'unsettled' } }, target: 'closed' },
      },
    },
  },
});

export type CancelTicketSnapshot = SnapshotFrom<typeof cancelTicketMachine>;

/** How far the dialog is. */
export function selectCancelStage(snapshot: CancelTicketSnapshot): IntentStage {
  const { cancellation } = snapshot.context;
  return intentStage(snapshot.hasTag('busy'), isCancellationRunning(cancellation), cancellation?.stage);
}

/** Why the dialog could not do what was asked, or has no answer yet. */
export function selectCancelFailure(snapshot: CancelTicketSnapshot): string | undefined {
  const { cancellation, failure } = snapshot.context;
  return snapshot.hasTag('busy') ? cancellation?.failure?.message : failure;
}

function ticketOf({ ticket }: Context): Ticket {
  if (ticket === undefined) throw new Error('There is no ticket to cancel');
  return ticket;
}
