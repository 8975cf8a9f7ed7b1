import { assign, sendTo, setup, type SnapshotFrom } from 'xstate';
import { errorOf } from '#contract/fieldErrors.ts';
import { passwordSchema } from '#contract/password.ts';
import { isExpired } from '#domain/tickets.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { Unkeyed } from './intentMachine.ts';
import { begun, isRunning, type Standing } from './intentStage.ts';
import { watchClock } from './rootEffects.ts';
import { environmentOf } from './environment.ts';
import { followIntent, intentsOf, startOf } from './rootIntents.ts';

type Cancellation = Standing<'cancellation'>;

type Input = {
  readonly now: number;
  /** The cancellation that is running when the page is come to. */
  readonly intent: Cancellation | undefined;
};

type Context = Input & {
  ticket: Ticket | undefined;
  failure: string | undefined;
};

export type CancelTicketEvent =
  | { type: 'clock.ticked'; now: number }
  | { type: 'intent.changed'; intent: Cancellation }
  | { type: 'cancel.open'; ticket: Ticket }
  | { type: 'cancel.confirm'; password: string }
  | { type: 'cancel.back' };

export const cancelTicketMachine = setup({
  types: {} as { context: Context; events: CancelTicketEvent; input: Input; tags: 'open' | 'busy' },
  actors: {
    watchClock,
    watchIntent: followIntent('cancellation'),
  },
  guards: {
    isLive: ({ context }, params: { ticket: Ticket }) => !isExpired(params.ticket, context.now),
    isPasswordMissing: (_, params: { password: string }) => errorOf(passwordSchema, params.password) !== undefined,
    isRunning: ({ context }) => isRunning(context.intent),
    isFree: ({ context }) => !isRunning(context.intent),
    isIntent: ({ context }, params: { stage: Cancellation['stage'] }) => context.intent?.stage === params.stage,
  },
  actions: {
    startIntent: sendTo(
      ({ system }) => intentsOf(system),
      ({ system }, unkeyed: Unkeyed) => startOf(unkeyed, environmentOf(system).createKey()),
    ),
    storeNow: assign((_, params: { now: number }) => ({ now: params.now })),
    storeTicket: assign((_, params: { ticket: Ticket }) => ({ ticket: params.ticket })),
    storeIntent: assign((_, params: { intent: Cancellation }) => ({ intent: params.intent })),
    takeTicket: assign({ ticket: ({ context }) => context.intent?.ticket }),
    refusePassword: assign((_, params: { password: string }) => ({
      failure: errorOf(passwordSchema, params.password),
    })),
    storeRefusal: assign({ failure: ({ context }) => context.intent?.failure?.message }),
    clearFailure: assign({ failure: undefined }),
    forgetTicket: assign({ ticket: undefined, failure: undefined }),
  },
}).createMachine({
  id: 'cancelTicket',
  context: ({ input }) => ({ ...input, ticket: undefined, failure: undefined }),
  invoke: [
    { id: 'watchClock', src: 'watchClock' },
    { id: 'watchIntent', src: 'watchIntent' },
  ],
  on: {
    'clock.ticked': { actions: { type: 'storeNow', params: ({ event }) => event } },
    'intent.changed': { actions: { type: 'storeIntent', params: ({ event }) => event } },
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
              { type: 'storeIntent', params: ({ context }) => ({ intent: begun(cancellationOf(context)) }) },
              {
                type: 'startIntent',
                params: ({ context, event }) => ({ intent: cancellationOf(context), password: event.password }),
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
          guard: { type: 'isIntent', params: { stage: 'refused' } },
          target: 'askingPassword',
          actions: 'storeRefusal',
        },
        { guard: 'isFree', target: 'closed' },
      ],
      on: {
        'cancel.back': { guard: { type: 'isIntent', params: { stage: 'unsettled' } }, target: 'closed' },
      },
    },
  },
});

export type CancelTicketSnapshot = SnapshotFrom<typeof cancelTicketMachine>;

function cancellationOf({ ticket }: Context) {
  if (ticket === undefined) throw new Error('There is no ticket to cancel');
  return { kind: 'cancellation', ticket } as const;
}
