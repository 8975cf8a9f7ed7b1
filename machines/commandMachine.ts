import {
  assign,
  enqueueActions,
  fromCallback,
  fromPromise,
  sendParent,
  setup,
  type EventObject,
  type SnapshotFrom,
} from 'xstate';
import {
  retryDelay,
  failureOf,
  isErrorAnswer,
  isOutcomeUnknown,
  MAXIMUM_ERRORS,
  type Failure,
} from '#domain/failure.ts';
import { PATHS, ticketPath } from '#domain/paths.ts';
import { messages } from '#domain/messages.ts';
import type { Api } from '#contract/api.ts';
import type { Booking } from '#contract/booking.ts';
import type { Ticket } from '#contract/ticket.ts';
import { confirmationMachine, type Confirmation } from './confirmationMachine.ts';
import { notify, type Notification, type ToastType } from './toastsMachine.ts';
import { environmentOf } from './environment.ts';
import { watchOnline } from './watchEnvironment.ts';

/** The contents of a dialog at its confirm: film, screening, seats and price, or the ticket, or an amount in rupiah. */
export type Command =
  | {
      readonly kind: 'purchase';
      readonly booking: Booking;
      readonly movieId: number;
      /** The seats of friends, for one's own invitation. */
      readonly beside: readonly number[];
    }
  | { readonly kind: 'cancellation'; readonly ticket: Ticket }
  | { readonly kind: 'topUp'; readonly amount: number }
  | { readonly kind: 'withdrawal'; readonly amount: number };

export type CommandKind = Command['kind'];
export type CommandOf<Kind extends CommandKind> = Extract<Command, { readonly kind: Kind }>;

/** A command with the password where it takes one (section 5). */
export interface ConfirmedCommand {
  readonly command: Command;
  readonly password: string;
}

/** A command as the cinema is asked for it: the key is the same each time. */
export type CommandRequest = ConfirmedCommand & { readonly idempotencyKey: string };

/** Emitted by a page at a confirm; the root starts the command. */
export type StartCommand = { type: 'command.start'; confirmed: ConfirmedCommand };

/** A change that a command has made, as the cinema says. */
export type Change =
  | { type: 'tickets.booked' | 'tickets.cancelled'; ticket: Ticket }
  | { type: 'balance.changed'; balance: number };

/** The events that a command sends to the root. */
export type CommandNews =
  | Change
  | { type: 'account.changed' }
  | { type: 'command.unsettled' | 'command.settled' }
  | { type: 'notify'; notification: Notification };

/** That its user is going; `session.ended` comes first when it is the server that says so. */
export type Leaving = { type: 'visitor.left' } | { type: 'session.ended' };

type Context = CommandRequest & {
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
  purchase: { success: messages.purchaseSuccess, placement: 'bottom-left', lookup: TICKETS_LINK },
  cancellation: { success: messages.cancelSuccess, placement: 'top-right', lookup: TICKETS_LINK },
  topUp: { success: messages.topUpSuccess, placement: 'bottom-left', lookup: TRANSACTIONS_LINK },
  withdrawal: { success: messages.withdrawSuccess, placement: 'bottom-left', lookup: TRANSACTIONS_LINK },
} as const;

const OUTCOME_UNKNOWN: Failure = { code: 'outcome_unknown', message: messages.outcomeUnknown, seatNumbers: [] };

export const commandMachine = setup({
  types: {} as {
    context: Context;
    events: Leaving | { type: 'browser.online' } | { type: 'key.created'; idempotencyKey: string };
    input: ConfirmedCommand;
  },
  actors: {
    createKey: fromCallback<EventObject, undefined>(({ sendBack, system }) =>
      sendBack({ type: 'key.created', idempotencyKey: environmentOf(system).createKey() }),
    ),
    carryOut: fromPromise<Change, CommandRequest>(({ input, system }) => carryOut(environmentOf(system).api, input)),
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
    isGone: ({ context: { command, failure } }) =>
      command.kind === 'cancellation' && failure?.code === 'ticket_not_found',
    isRefused: ({ context }) => context.failure !== undefined,
    hasSecondCall: ({ context }) => ticketIn(context) !== undefined,
    leavesSeatsUnconfirmed: ({ context }, params: { output: 'confirmed' | 'givenUp' }) =>
      context.command.kind === 'purchase' && params.output === 'givenUp',
  },
  actions: {
    notifyRoot: enqueueActions(({ enqueue }, params: { news: readonly CommandNews[] }) => {
      for (const event of params.news) enqueue(sendParent(event));
    }),
    storeKey: assign((_, params: { idempotencyKey: string }) => ({ idempotencyKey: params.idempotencyKey })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    storeChange: assign((_, params: { output: Change }) => ({ change: params.output, failure: undefined })),
    storeFailure: assign(({ context }, params: { error: unknown }) => {
      const failure = failureOf(params.error);
      return { failure, errors: context.errors + (isErrorAnswer(failure) ? 1 : 0) };
    }),
    giveUp: assign({ failure: OUTCOME_UNKNOWN }),
    forgetPassword: assign({ password: '' }),
  },
  delays: { retryDelay: ({ context }) => retryDelay(context.attempts) },
}).createMachine({
  id: 'command',
  context: ({ input }) => ({
    ...input,
    idempotencyKey: '',
    attempts: 0,
    errors: 0,
    change: undefined,
    failure: undefined,
  }),
  on: {
    'visitor.left': {
      target: '.left',
      actions: {
        type: 'notifyRoot',
        params: ({ context }) => ({ news: [toast(context, 'warning', messages.abandoned)] }),
      },
    },
  },
  initial: 'starting',
  states: {
    starting: {
      description: 'It gets the key by which the cinema knows it when it is asked again.',
      invoke: { id: 'createKey', src: 'createKey' },
      on: { 'key.created': { target: 'calling', actions: { type: 'storeKey', params: ({ event }) => event } } },
    },
    calling: {
      description: 'The call is on its way, with what was reviewed and nothing else (section 4).',
      invoke: {
        id: 'carryOut',
        src: 'carryOut',
        input: ({ context }) => requestIn(context),
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
        type: 'notifyRoot',
        params: ({ context }) => ({ news: [failureIn(context), { type: 'command.unsettled' }] }),
      },
      exit: { type: 'notifyRoot', params: { news: [{ type: 'command.settled' }] } },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'For 1, 2, 5, then every 15 s, or until the browser is online again.',
          entry: 'countAttempt',
          invoke: { id: 'watchOnline', src: 'watchOnline' },
          after: { retryDelay: 'retrying' },
          on: { 'browser.online': 'retrying' },
        },
        retrying: {
          description: 'To be told to ask later says nothing of the first call.',
          invoke: {
            id: 'carryOut',
            src: 'carryOut',
            input: ({ context }) => requestIn(context),
            onDone: { target: '#command.answered', actions: { type: 'storeChange', params: ({ event }) => event } },
            onError: [
              {
                guard: { type: 'isLastError', params: ({ event }) => event },
                target: '#command.refused',
                description: 'One error after another: it is given up, and its user is shown where to look.',
                actions: ['giveUp', 'forgetPassword'],
              },
              {
                guard: { type: 'isUnknown', params: ({ event }) => event },
                target: 'waiting',
                actions: { type: 'storeFailure', params: ({ event }) => event },
              },
              { target: '#command.answered', actions: { type: 'storeFailure', params: ({ event }) => event } },
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
          actions: { type: 'notifyRoot', params: ({ context }) => ({ news: changesIn(context) }) },
        },
        { target: 'done', actions: { type: 'notifyRoot', params: ({ context }) => ({ news: changesIn(context) }) } },
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
              type: 'notifyRoot',
              params: ({ context }) => ({ news: [toast(context, 'warning', messages.seatsUnconfirmed)] }),
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
        type: 'notifyRoot',
        params: ({ context }) => ({ news: [successIn(context)] }),
      },
    },
    gone: {
      description: 'The ticket was cancelled elsewhere before, which is no error.',
      type: 'final',
      entry: {
        type: 'notifyRoot',
        params: ({ context }) => ({
          news: [toast(context, 'info', messages.ticketGone), { type: 'account.changed' }],
        }),
      },
    },
    refused: {
      description: 'Nothing was done, or nobody can say: its user is told why.',
      type: 'final',
      entry: { type: 'notifyRoot', params: ({ context }) => ({ news: failuresIn(context) }) },
    },
    left: {
      description: 'Its user has gone, and nothing of it is asked with the token of another.',
      type: 'final',
      entry: 'forgetPassword',
    },
  },
});

export type CommandSnapshot = SnapshotFrom<typeof commandMachine>;

function requestIn({ command, password, idempotencyKey }: Context): CommandRequest {
  return { command, password, idempotencyKey };
}

function ticketIn({ change }: Context): Ticket | undefined {
  return change === undefined || change.type === 'balance.changed' ? undefined : change.ticket;
}

function confirmationOf(context: Context): Confirmation {
  const { command } = context;
  const ticket = ticketIn(context);
  if (ticket === undefined) throw new Error('There is no ticket to confirm');
  return { ticket, movieId: command.kind === 'purchase' ? command.movieId : undefined };
}

function changesIn({ change }: Context): Change[] {
  return change === undefined ? [] : [change];
}

/** The events after a failure; missing money, or a missing answer, has the account loaded again. */
function failuresIn(context: Context): CommandNews[] {
  const { command, failure } = context;
  const changed: CommandNews = { type: 'account.changed' };
  if (failure === OUTCOME_UNKNOWN) {
    const { placement, lookup } = NEWS[command.kind];
    return [notify('error', failure.message, placement, lookup), changed];
  }
  return failure?.code === 'not_enough_balance' ? [failureIn(context), changed] : [failureIn(context)];
}

function failureIn(context: Context): CommandNews {
  return toast(context, 'error', context.failure?.message ?? messages.unexpected);
}

/** That it was done; a purchase leads on to its ticket, and to friends. */
function successIn({ command, change }: Context): CommandNews {
  const { success, placement } = NEWS[command.kind];
  if (command.kind !== 'purchase' || change?.type !== 'tickets.booked') return notify('success', success, placement);
  const { ticket } = change;
  const link = { text: 'Open ticket', path: ticketPath(ticket.id, command.beside) };
  return notify('success', success, placement, link, { ticket, friends: command.beside });
}

function toast({ command }: Context, type: ToastType, text: string): CommandNews {
  return notify(type, text, NEWS[command.kind].placement);
}

async function carryOut(api: Api, { command, password, idempotencyKey }: CommandRequest): Promise<Change> {
  switch (command.kind) {
    case 'purchase': {
      const ticket = await api('bookTickets', { input: command.booking, idempotencyKey });
      return { type: 'tickets.booked', ticket };
    }
    case 'cancellation': {
      const { ticket } = command;
      await api('cancelTicket', { input: { ticketId: ticket.id, password }, idempotencyKey });
      return { type: 'tickets.cancelled', ticket };
    }
    case 'topUp': {
      const { balance } = await api('topUp', { input: { amount: command.amount }, idempotencyKey });
      return { type: 'balance.changed', balance };
    }
    case 'withdrawal': {
      const { balance } = await api('withdraw', { input: { amount: command.amount, password }, idempotencyKey });
      return { type: 'balance.changed', balance };
    }
    default:
      return command;
  }
}
