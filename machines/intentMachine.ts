import { assign, fromPromise, sendParent, setup, type SnapshotFrom } from 'xstate';
import {
  askAgainDelay,
  CallFailed,
  failureOf,
  isErrorAnswer,
  isOutcomeUnknown,
  MAXIMUM_ERRORS,
  type Failure,
} from '#domain/failure.ts';
import { PATHS, ticketPath } from '#domain/paths.ts';
import { sentences } from '#domain/sentences.ts';
import type { Api } from '#contract/api.ts';
import type { Booking } from '#contract/booking.ts';
import type { Ticket } from '#contract/ticket.ts';
import { confirmationMachine, type Confirmation } from './confirmationMachine.ts';
import { notify, type Notification, type ToastType } from './toastsMachine.ts';
import { environmentOf } from './environment.ts';
import { watchOnline } from './rootEffects.ts';

/** What stood in a dialog when it was confirmed: film, screening, seats and price, or the ticket, or an amount in rupiah. */
export type Intent =
  | { readonly kind: 'purchase'; readonly booking: Booking; readonly movieId: number }
  | { readonly kind: 'cancellation'; readonly ticket: Ticket }
  | { readonly kind: 'topUp'; readonly amount: number }
  | { readonly kind: 'withdrawal'; readonly amount: number };

export type IntentKind = Intent['kind'];
export type IntentOf<Kind extends IntentKind> = Extract<Intent, { readonly kind: Kind }>;

/** An intent with the key that it is asked by, and the password where it takes one (section 5). */
export interface Confirmed {
  readonly intent: Intent;
  readonly password: string;
  readonly idempotencyKey: string;
}

/** What was confirmed, before it has a key. */
export type Unkeyed = Omit<Confirmed, 'idempotencyKey'>;

/** What an intent has changed, as the cinema says. */
export type Change =
  | { type: 'tickets.booked' | 'tickets.cancelled'; ticket: Ticket }
  | { type: 'balance.changed'; balance: number };

export type IntentsEmitted =
  | Change
  | { type: 'account.changed' }
  | { type: 'intents.unsettled' | 'intents.settled' }
  | { type: 'notify'; notification: Notification };

/** What it tells its parent, to be emitted in this order. */
export type IntentNews = { type: 'intent.told'; told: readonly IntentsEmitted[] };

/** That its user is going; `session.ended` comes first when it is the server that says so. */
export type Leaving = { type: 'visitor.left' } | { type: 'session.ended' };

type Context = Confirmed & {
  attempts: number;
  /** The answers that said nothing of it. */
  errors: number;
  change: Change | undefined;
  failure: Failure | undefined;
};

const TICKETS_LINK = { text: 'My Tickets', path: PATHS.myTickets };
const TRANSACTIONS_LINK = { text: 'Transactions', path: PATHS.transactions };

/** How an end is told, and where its user sees what became of it when the cinema does not say. */
const NEWS = {
  purchase: { success: sentences.purchaseSuccess, placement: 'bottom-left', lookup: TICKETS_LINK },
  cancellation: { success: sentences.cancelSuccess, placement: 'top-right', lookup: TICKETS_LINK },
  topUp: { success: sentences.topUpSuccess, placement: 'bottom-left', lookup: TRANSACTIONS_LINK },
  withdrawal: { success: sentences.withdrawSuccess, placement: 'bottom-left', lookup: TRANSACTIONS_LINK },
} as const;

const OUTCOME_UNKNOWN = new CallFailed({ code: 'outcome_unknown', message: sentences.outcomeUnknown });

export const intentMachine = setup({
  types: {} as { context: Context; events: Leaving | { type: 'browser.online' }; input: Confirmed },
  actors: {
    carryOut: fromPromise<Change, Confirmed>(({ input, system }) => carryOut(environmentOf(system).api, input)),
    confirmation: confirmationMachine,
    watchOnline,
  },
  guards: {
    isUnknown: ({ context }, params: { error: unknown }) => isOutcomeUnknown(failureOf(params.error), context.attempts),
    isLastError: ({ context }, params: { error: unknown }) => {
      const failure = failureOf(params.error);
      return (
        context.errors + 1 >= MAXIMUM_ERRORS && isErrorAnswer(failure) && isOutcomeUnknown(failure, context.attempts)
      );
    },
    isGone: ({ context: { intent, failure } }) =>
      intent.kind === 'cancellation' && failure?.code === 'ticket_not_found',
    isRefused: ({ context }) => context.failure !== undefined,
    hasSecondCall: ({ context }) => ticketIn(context) !== undefined,
    leavesSeatsUnconfirmed: ({ context }, params: { output: 'confirmed' | 'givenUp' }) =>
      context.intent.kind === 'purchase' && params.output === 'givenUp',
  },
  actions: {
    tell: sendParent((_, params: { told: readonly IntentsEmitted[] }): IntentNews => ({
      type: 'intent.told',
      told: params.told,
    })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    storeChange: assign((_, params: { output: Change }) => ({ change: params.output, failure: undefined })),
    storeFailure: assign(({ context }, params: { error: unknown }) => {
      const failure = failureOf(params.error);
      return { failure, errors: context.errors + (isErrorAnswer(failure) ? 1 : 0) };
    }),
    giveUp: assign({ failure: OUTCOME_UNKNOWN }),
    forgetPassword: assign({ password: '' }),
  },
  delays: { askAgainDelay: ({ context }) => askAgainDelay(context.attempts) },
}).createMachine({
  id: 'intent',
  context: ({ input }) => ({ ...input, attempts: 0, errors: 0, change: undefined, failure: undefined }),
  on: {
    'visitor.left': {
      target: '.left',
      actions: { type: 'tell', params: ({ context }) => ({ told: [toast(context, 'warning', sentences.abandoned)] }) },
    },
  },
  initial: 'calling',
  states: {
    calling: {
      description: 'The call is on its way, with what was reviewed and nothing else (section 4).',
      invoke: {
        id: 'carryOut',
        src: 'carryOut',
        input: ({ context }) => confirmedIn(context),
        onDone: { target: 'answered', actions: { type: 'storeChange', params: ({ event }) => event } },
        onError: [
          {
            guard: { type: 'isUnknown', params: ({ event }) => event },
            target: 'unsettled',
            actions: { type: 'storeFailure', params: ({ event }) => event },
          },
          { target: 'answered', actions: { type: 'storeFailure', params: ({ event }) => event } },
        ],
      },
      on: {
        'session.ended': { target: 'left', description: 'Nothing was done, and the session says why.' },
      },
    },
    unsettled: {
      description: 'No answer says what happened: the same is asked again with the same key, and never done twice.',
      entry: {
        type: 'tell',
        params: ({ context }) => ({ told: [refusalIn(context), { type: 'intents.unsettled' }] }),
      },
      exit: { type: 'tell', params: { told: [{ type: 'intents.settled' }] } },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'For 1, 2, 5, then every 15 s, or until the browser is online again.',
          entry: 'countAttempt',
          invoke: { id: 'watchOnline', src: 'watchOnline' },
          after: { askAgainDelay: 'asking' },
          on: { 'browser.online': 'asking' },
        },
        asking: {
          description: 'To be told to ask later says nothing of the first call.',
          invoke: {
            id: 'carryOut',
            src: 'carryOut',
            input: ({ context }) => confirmedIn(context),
            onDone: { target: '#intent.answered', actions: { type: 'storeChange', params: ({ event }) => event } },
            onError: [
              {
                guard: { type: 'isLastError', params: ({ event }) => event },
                target: '#intent.refused',
                description: 'One error after another: it is given up, and its user is shown where to look.',
                actions: ['giveUp', 'forgetPassword'],
              },
              {
                guard: { type: 'isUnknown', params: ({ event }) => event },
                target: 'waiting',
                actions: { type: 'storeFailure', params: ({ event }) => event },
              },
              { target: '#intent.answered', actions: { type: 'storeFailure', params: ({ event }) => event } },
            ],
          },
        },
      },
    },
    answered: {
      description: 'The cinema says what happened: tickets and balance are told at once, the message at the end.',
      entry: 'forgetPassword',
      always: [
        { guard: 'isGone', target: 'gone' },
        { guard: 'isRefused', target: 'refused' },
        {
          guard: 'hasSecondCall',
          target: 'confirming',
          actions: { type: 'tell', params: ({ context }) => ({ told: changesIn(context) }) },
        },
        { target: 'done', actions: { type: 'tell', params: ({ context }) => ({ told: changesIn(context) }) } },
      ],
    },
    confirming: {
      description: 'The booked-seats call follows the ticket call (section 4); money and ticket are settled already.',
      invoke: {
        id: 'confirmation',
        src: 'confirmation',
        input: ({ context }) => confirmationOf(context),
        onDone: [
          {
            guard: { type: 'leavesSeatsUnconfirmed', params: ({ event }) => event },
            target: 'done',
            actions: {
              type: 'tell',
              params: ({ context }) => ({ told: [toast(context, 'warning', sentences.seatsUnconfirmed)] }),
            },
          },
          { target: 'done' },
        ],
      },
      on: { 'visitor.left': { target: 'done', description: 'What became of it is known.' } },
    },
    done: {
      description: 'It was done, and its user is told.',
      type: 'final',
      entry: {
        type: 'tell',
        params: ({ context }) => ({ told: [successIn(context)] }),
      },
    },
    gone: {
      description: 'The ticket was cancelled elsewhere before, which is no error.',
      type: 'final',
      entry: {
        type: 'tell',
        params: ({ context }) => ({
          told: [toast(context, 'info', sentences.ticketGone), { type: 'account.changed' }],
        }),
      },
    },
    refused: {
      description: 'Nothing was done, or nobody can say: its user is told why.',
      type: 'final',
      entry: { type: 'tell', params: ({ context }) => ({ told: refusalsIn(context) }) },
    },
    left: {
      description: 'Its user has gone, and nothing of it is asked with the token of another.',
      type: 'final',
      entry: 'forgetPassword',
    },
  },
});

export type IntentSnapshot = SnapshotFrom<typeof intentMachine>;

function confirmedIn({ intent, password, idempotencyKey }: Context): Confirmed {
  return { intent, password, idempotencyKey };
}

function ticketIn({ change }: Context): Ticket | undefined {
  return change === undefined || change.type === 'balance.changed' ? undefined : change.ticket;
}

function confirmationOf(context: Context): Confirmation {
  const { intent } = context;
  const ticket = ticketIn(context);
  if (ticket === undefined) throw new Error('There is no ticket to confirm');
  return { ticket, movieId: intent.kind === 'purchase' ? intent.movieId : undefined };
}

function changesIn({ change }: Context): Change[] {
  return change === undefined ? [] : [change];
}

/** What is said of a refusal; want of money, or of an answer, has the account asked anew. */
function refusalsIn(context: Context): IntentsEmitted[] {
  const { intent, failure } = context;
  const changed: IntentsEmitted = { type: 'account.changed' };
  if (failure === OUTCOME_UNKNOWN) {
    const { placement, lookup } = NEWS[intent.kind];
    return [notify('error', failure.message, placement, lookup), changed];
  }
  return failure?.code === 'not_enough_balance' ? [refusalIn(context), changed] : [refusalIn(context)];
}

function refusalIn(context: Context): IntentsEmitted {
  return toast(context, 'error', context.failure?.message ?? sentences.unexpected);
}

/** That it was done; a purchase leads on to its ticket. */
function successIn(context: Context): IntentsEmitted {
  const { success, placement } = NEWS[context.intent.kind];
  const { change } = context;
  const link =
    change?.type === 'tickets.booked' ? { text: 'Open ticket', path: ticketPath(change.ticket.id) } : undefined;
  return notify('success', success, placement, link);
}

function toast({ intent }: Context, type: ToastType, text: string): IntentsEmitted {
  return notify(type, text, NEWS[intent.kind].placement);
}

async function carryOut(api: Api, { intent, password, idempotencyKey }: Confirmed): Promise<Change> {
  switch (intent.kind) {
    case 'purchase': {
      const ticket = await api('bookTickets', { input: intent.booking, idempotencyKey });
      return { type: 'tickets.booked', ticket };
    }
    case 'cancellation': {
      const { ticket } = intent;
      await api('cancelTicket', { input: { ticketId: ticket.id, password }, idempotencyKey });
      return { type: 'tickets.cancelled', ticket };
    }
    case 'topUp': {
      const { balance } = await api('topUp', { input: { amount: intent.amount }, idempotencyKey });
      return { type: 'balance.changed', balance };
    }
    case 'withdrawal': {
      const { balance } = await api('withdraw', { input: { amount: intent.amount, password }, idempotencyKey });
      return { type: 'balance.changed', balance };
    }
    default:
      return intent;
  }
}
