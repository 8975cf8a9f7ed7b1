import {
  assign,
  enqueueActions,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  type EventObject,
  type SnapshotFrom,
} from 'xstate';
import {
  retryDelay,
  failed,
  failureOf,
  isErrorAnswer,
  isOutcomeUnknown,
  MAXIMUM_ERRORS,
  type Failure,
} from '#domain/failure.ts';
import { screeningOf } from '#domain/booking.ts';
import { PATHS, ticketPath } from '#domain/paths.ts';
import { seatsWithout } from '#domain/seats.ts';
import { withSavedSeats } from '#domain/selection.ts';
import type { Api } from '#contract/calls.ts';
import type { Ticket } from '#contract/ticket.ts';
import { toApp, toSession, toShell, toToasts } from './targets.ts';
import { recordSeatsMachine, type RecordSeatsInput } from './recordSeatsMachine.ts';
import { notify, type Notification, type ToastsEvent, type ToastType } from './toastsMachine.ts';
import type { Change, CommandRequest, ConfirmedCommand, Leaving } from './commands.ts';
import { environmentOf, watchOnline } from './environment.ts';

type Context = CommandRequest & {
  attempts: number;
  /** Error responses that do not report the outcome. */
  errors: number;
  change: Change | undefined;
  failure: Failure | undefined;
};

const TICKETS_LINK = { page: 'myTickets', path: PATHS.myTickets } as const;
const TRANSACTIONS_LINK = { page: 'transactions', path: PATHS.transactions } as const;

/** The toast of a success, and the page where the user can look up an unknown outcome. */
const OUTCOMES = {
  purchase: { success: 'bought', placement: 'bottom-left', lookup: TICKETS_LINK },
  cancellation: { success: 'cancelled', placement: 'top-right', lookup: TICKETS_LINK },
  topUp: { success: 'topped_up', placement: 'bottom-left', lookup: TRANSACTIONS_LINK },
  withdrawal: { success: 'withdrawn', placement: 'bottom-left', lookup: TRANSACTIONS_LINK },
} as const;

const OUTCOME_UNKNOWN = failed('outcome_unknown');

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
    recordSeats: recordSeatsMachine,
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
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    reportChange: enqueueActions(({ context: { change }, enqueue }) => {
      if (change !== undefined) enqueue.sendTo(toSession, change);
    }),
    refreshAccount: sendTo(toSession, { type: 'account.changed' }),
    refreshDoubtfulAccount: enqueueActions(({ context, enqueue }) => {
      if (mayHaveChanged(context)) enqueue.sendTo(toSession, { type: 'account.changed' });
    }),
    showUnsettled: sendTo(toShell, { type: 'command.unsettled' }),
    hideUnsettled: sendTo(toShell, { type: 'command.settled' }),
    storeKey: assign((_, params: { idempotencyKey: string }) => ({ idempotencyKey: params.idempotencyKey })),
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    storeChange: assign((_, params: { output: Change }) => ({ change: params.output, failure: undefined })),
    storeFailure: assign(({ context }, params: { error: unknown }) => {
      const failure = failureOf(params.error);
      return { failure, errors: context.errors + (isErrorAnswer(failure) ? 1 : 0) };
    }),
    giveUp: assign({ failure: OUTCOME_UNKNOWN }),
    /** Adds the seats of a purchase to the selection in their hall again, without those that the server refused. */
    returnSeats: ({ context: { command, failure }, system }) => {
      if (command.kind !== 'purchase' || failure === OUTCOME_UNKNOWN) return;
      const { seats } = environmentOf(system).storage;
      const screening = screeningOf(command.booking);
      const returned = seatsWithout(command.booking.seatNumbers, failure?.seatNumbers ?? []);
      seats.save(screening, withSavedSeats(seats.find(screening), returned));
    },
    requestSignIn: enqueueActions(({ context, enqueue }) => {
      if (context.command.kind === 'purchase') enqueue.sendTo(toApp, { type: 'auth.required' });
    }),
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
      actions: { type: 'notify', params: ({ context }) => toast(context, 'warning', failed('abandoned')) },
    },
  },
  initial: 'starting',
  states: {
    starting: {
      description: 'Creates the idempotency key, by which the server recognises a repeated request.',
      invoke: { id: 'createKey', src: 'createKey' },
      on: { 'key.created': { target: 'calling', actions: { type: 'storeKey', params: ({ event }) => event } } },
    },
    calling: {
      description:
        'Waiting for the response to the first request, which contains exactly what the dialog showed (section 4).',
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
        'session.ended': {
          target: 'ended',
          description: 'The server did nothing, and the session shows the reason.',
        },
      },
    },
    unsettled: {
      description:
        'The outcome is unknown. Repeats the request with the same key until the server reports the outcome. The key prevents a second execution.',
      entry: [{ type: 'notify', params: ({ context }) => failureIn(context) }, 'showUnsettled'],
      exit: 'hideUnsettled',
      initial: 'waiting',
      states: {
        waiting: {
          description: 'Waits 1, 2, 5, then 15 s before each retry, or until the browser is online again.',
          entry: 'countAttempt',
          invoke: { id: 'watchOnline', src: 'watchOnline' },
          after: { retryDelay: 'retrying' },
          on: { 'browser.online': 'retrying' },
        },
        retrying: {
          description: 'Waiting for the response to a retry. A 429 does not show whether an earlier attempt succeeded.',
          invoke: {
            id: 'carryOut',
            src: 'carryOut',
            input: ({ context }) => requestIn(context),
            onDone: { target: '#command.answered', actions: { type: 'storeChange', params: ({ event }) => event } },
            onError: [
              {
                guard: { type: 'isLastError', params: ({ event }) => event },
                target: '#command.refused',
                description:
                  'Too many errors in a row: gives up, and a toast links to the page where the user can look up the outcome.',
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
      description:
        'The server reported the outcome. Sends changed tickets and balance to the session at once; the toast shows when the command ends.',
      entry: 'forgetPassword',
      always: [
        { guard: 'isGone', target: 'gone' },
        { guard: 'isRefused', target: 'refused' },
        {
          guard: 'hasSecondCall',
          target: 'confirming',
          actions: 'reportChange',
        },
        { target: 'done', actions: 'reportChange' },
      ],
    },
    confirming: {
      description:
        'Waiting for the booked-seats call, which follows the ticket call (section 4). Money and ticket have already changed.',
      invoke: {
        id: 'recordSeats',
        src: 'recordSeats',
        input: ({ context }) => recordSeatsInputOf(context),
        onDone: [
          {
            guard: { type: 'leavesSeatsUnconfirmed', params: ({ event }) => event },
            target: 'done',
            actions: {
              type: 'notify',
              params: ({ context }) => toast(context, 'warning', { code: 'seats_unconfirmed' }),
            },
          },
          { target: 'done' },
        ],
      },
      on: { 'visitor.left': { target: 'done', description: 'The outcome is known already.' } },
    },
    done: {
      description: 'The command succeeded, and a toast says so.',
      type: 'final',
      entry: { type: 'notify', params: ({ context }) => successIn(context) },
    },
    gone: {
      description: 'The ticket had been cancelled elsewhere, which is not an error.',
      type: 'final',
      entry: [
        { type: 'notify', params: ({ context }) => toast(context, 'info', { code: 'ticket_gone' }) },
        'refreshAccount',
      ],
    },
    refused: {
      description: 'The server refused the command, or the outcome stays unknown. A toast says why.',
      type: 'final',
      entry: [{ type: 'notify', params: ({ context }) => failureIn(context) }, 'returnSeats', 'refreshDoubtfulAccount'],
    },
    left: {
      description: 'The user has left. The command ends, so that no request uses the token of another user.',
      type: 'final',
      entry: 'forgetPassword',
    },
    ended: {
      description:
        'The session had ended before the server did anything. The page keeps what the user chose, and a buyer is asked to sign in.',
      type: 'final',
      entry: ['forgetPassword', 'returnSeats', 'requestSignIn'],
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

function recordSeatsInputOf(context: Context): RecordSeatsInput {
  const { command } = context;
  const ticket = ticketIn(context);
  if (ticket === undefined) throw new Error('There is no ticket to confirm');
  return { ticket, movieId: command.kind === 'purchase' ? command.movieId : undefined };
}

/** The toast about a failure. When the outcome is unknown, it links to the page where the user can look it up. */
function failureIn(context: Context): ToastsEvent {
  const { command, failure } = context;
  if (failure !== OUTCOME_UNKNOWN) return toast(context, 'error', failure ?? failed('unexpected'));
  const { placement, lookup } = OUTCOMES[command.kind];
  return notify('error', failure, placement, lookup);
}

/** Whether the account may differ from what the session shows: the balance was too low, or the outcome is unknown. */
function mayHaveChanged({ failure }: Context): boolean {
  return failure === OUTCOME_UNKNOWN || failure?.code === 'not_enough_balance';
}

/** The toast of a success. A purchase's toast links to the ticket and offers an invitation. */
function successIn({ command, change }: Context): ToastsEvent {
  const { success, placement } = OUTCOMES[command.kind];
  if (change?.type !== 'tickets.booked' || command.kind !== 'purchase') {
    const freed = change?.type === 'tickets.cancelled' ? change.freedSeatNumbers : undefined;
    return notify('success', { code: freed === undefined ? success : 'seats_freed' }, placement);
  }
  const { ticket } = change;
  const link = { page: 'ticket' as const, path: ticketPath(ticket.id, command.beside) };
  return notify('success', { code: success }, placement, link, { ticket, friends: command.beside });
}

function toast({ command }: Context, type: ToastType, content: Notification['content']): ToastsEvent {
  return notify(type, content, OUTCOMES[command.kind].placement);
}

async function carryOut(api: Api, { command, password, idempotencyKey }: CommandRequest): Promise<Change> {
  if (command.kind === 'purchase') {
    const ticket = await api('bookTickets', { input: command.booking, idempotencyKey });
    return { type: 'tickets.booked', ticket };
  }
  if (command.kind === 'cancellation') {
    const { ticket } = command;
    const input = { ticketId: ticket.id, password };
    const { freedSeatNumbers } = await api('cancelTicket', { input, idempotencyKey });
    return { type: 'tickets.cancelled', ticket, freedSeatNumbers };
  }
  const { amount } = command;
  const { balance } =
    command.kind === 'topUp'
      ? await api('topUp', { input: { amount }, idempotencyKey })
      : await api('withdraw', { input: { amount, password }, idempotencyKey });
  return { type: 'balance.changed', balance };
}
