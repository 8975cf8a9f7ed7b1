import { emit, setup, type SnapshotFrom } from 'xstate';
import { sentences } from '#domain/sentences.ts';
import type { Ticket } from '#contract/ticket.ts';
import {
  cancellationMachine,
  type CancellationInput,
  type CancellationNews,
  type CancellationOutcome,
} from './cancellationMachine.ts';
import { purchaseMachine, type PurchaseInput, type PurchaseNews, type PurchaseOutcome } from './purchaseMachine.ts';
import { notify, type Notification, type ToastPlacement } from './toastsMachine.ts';
import { transferMachine, type TransferInput, type TransferNews, type TransferOutcome } from './transferMachine.ts';

/** A transfer to be begun; its kind is that of the event. */
type TransferStart = Omit<TransferInput, 'kind'>;

export type IntentsEvent =
  | { type: 'purchase.start'; purchase: PurchaseInput }
  | { type: 'cancellation.start'; cancellation: CancellationInput }
  | { type: 'topUp.start'; transfer: TransferStart }
  | { type: 'withdrawal.start'; transfer: TransferStart }
  | { type: 'visitor.left' }
  | PurchaseNews
  | CancellationNews
  | TransferNews;

export type IntentsEmitted =
  | { type: 'tickets.booked' | 'tickets.cancelled'; ticket: Ticket }
  | { type: 'balance.changed'; balance: number }
  | { type: 'account.changed' }
  | { type: 'intents.unsettled' | 'intents.settled' }
  | { type: 'notify'; notification: Notification };

type Outcome = PurchaseOutcome | CancellationOutcome | TransferOutcome;

export const intentsMachine = setup({
  types: {} as {
    events: IntentsEvent;
    emitted: IntentsEmitted;
    tags: 'unsettled';
    children: { purchase: 'purchase'; cancellation: 'cancellation'; topUp: 'transfer'; withdrawal: 'transfer' };
  },
  actors: { purchase: purchaseMachine, cancellation: cancellationMachine, transfer: transferMachine },
  guards: {
    isBought: (_, params: { output: PurchaseOutcome }) => params.output.kind === 'bought',
    isUnconfirmed: (_, params: { output: PurchaseOutcome }) => params.output.kind === 'unconfirmed',
    isCancelled: (_, params: { output: CancellationOutcome }) => params.output.kind === 'cancelled',
    isGone: (_, params: { output: CancellationOutcome }) => params.output.kind === 'gone',
    isTransferred: (_, params: { output: TransferOutcome }) => params.output.kind === 'done',
    isMoneyWanting: (_, params: { output: Outcome }) =>
      params.output.kind === 'refused' && params.output.failure.code === 'not_enough_balance',
  },
  actions: {
    emit: emit((_, params: IntentsEmitted) => params),
  },
}).createMachine({
  id: 'intents',
  type: 'parallel',
  states: {
    purchase: {
      description: 'What was confirmed is bought to its known end, wherever the visitor is by then.',
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing is being bought.',
          on: { 'purchase.start': 'running' },
        },
        running: {
          description: 'There is no start here: the double-submit guard (section 4).',
          initial: 'asked',
          invoke: {
            id: 'purchase',
            src: 'purchase',
            input: ({ event }) => purchaseIn(event),
            onDone: [
              {
                guard: { type: 'isBought', params: ({ event }) => event },
                target: 'idle',
                actions: { type: 'emit', params: notify('success', sentences.purchaseSuccess, 'bottom-left') },
              },
              {
                guard: { type: 'isUnconfirmed', params: ({ event }) => event },
                target: 'idle',
                actions: [
                  { type: 'emit', params: notify('warning', sentences.seatsUnconfirmed, 'bottom-left') },
                  { type: 'emit', params: notify('success', sentences.purchaseSuccess, 'bottom-left') },
                ],
              },
              {
                guard: { type: 'isMoneyWanting', params: ({ event }) => event },
                target: 'idle',
                actions: [
                  { type: 'emit', params: ({ event }) => refusalIn(event.output, 'bottom-left') },
                  { type: 'emit', params: { type: 'account.changed' } },
                ],
              },
              {
                target: 'idle',
                actions: { type: 'emit', params: ({ event }) => refusalIn(event.output, 'bottom-left') },
              },
            ],
          },
          on: {
            'purchase.booked': {
              target: '.asked',
              actions: { type: 'emit', params: ({ event: { ticket } }) => ({ type: 'tickets.booked', ticket }) },
            },
            'purchase.unsettled': {
              target: '.unsettled',
              actions: { type: 'emit', params: ({ event }) => notify('error', event.failure.message, 'bottom-left') },
            },
            'visitor.left': {
              target: 'idle',
              actions: { type: 'emit', params: notify('warning', sentences.abandoned, 'bottom-left') },
            },
          },
          states: {
            asked: { description: 'The answer is on its way, or the second call is.' },
            unsettled: {
              description: 'It did not come; the visitor is told until it does.',
              tags: 'unsettled',
              entry: { type: 'emit', params: { type: 'intents.unsettled' } },
              exit: { type: 'emit', params: { type: 'intents.settled' } },
            },
          },
        },
      },
    },
    cancellation: {
      description: 'One cancellation, from the confirm to its known end.',
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing is being cancelled.',
          on: { 'cancellation.start': 'running' },
        },
        running: {
          description: 'There is no start here: the double-submit guard (section 4).',
          initial: 'asked',
          invoke: {
            id: 'cancellation',
            src: 'cancellation',
            input: ({ event }) => cancellationIn(event),
            onDone: [
              {
                guard: { type: 'isCancelled', params: ({ event }) => event },
                target: 'idle',
                actions: { type: 'emit', params: notify('success', sentences.cancelSuccess) },
              },
              {
                guard: { type: 'isGone', params: ({ event }) => event },
                target: 'idle',
                actions: [
                  { type: 'emit', params: notify('info', sentences.ticketGone) },
                  { type: 'emit', params: { type: 'account.changed' } },
                ],
              },
              {
                target: 'idle',
                actions: { type: 'emit', params: ({ event }) => refusalIn(event.output, 'top-right') },
              },
            ],
          },
          on: {
            'cancellation.refunded': {
              target: '.asked',
              actions: { type: 'emit', params: ({ event: { ticket } }) => ({ type: 'tickets.cancelled', ticket }) },
            },
            'cancellation.unsettled': {
              target: '.unsettled',
              actions: { type: 'emit', params: ({ event }) => notify('error', event.failure.message) },
            },
            'visitor.left': {
              target: 'idle',
              actions: { type: 'emit', params: notify('warning', sentences.abandoned) },
            },
          },
          states: {
            asked: { description: 'The answer is on its way, or the second call is.' },
            unsettled: {
              description: 'It did not come; the visitor is told until it does.',
              tags: 'unsettled',
              entry: { type: 'emit', params: { type: 'intents.unsettled' } },
              exit: { type: 'emit', params: { type: 'intents.settled' } },
            },
          },
        },
      },
    },
    topUp: {
      description: 'One top-up, from the confirm to its known end.',
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing is being paid in.',
          on: { 'topUp.start': 'running' },
        },
        running: {
          description: 'There is no start here: the double-submit guard (section 4).',
          initial: 'asked',
          invoke: {
            id: 'topUp',
            src: 'transfer',
            input: ({ event }) => transferIn('topUp', event),
            onDone: [
              {
                guard: { type: 'isTransferred', params: ({ event }) => event },
                target: 'idle',
                actions: [
                  { type: 'emit', params: ({ event }) => balanceIn(event.output) },
                  { type: 'emit', params: notify('success', sentences.topUpSuccess, 'bottom-left') },
                ],
              },
              {
                target: 'idle',
                actions: { type: 'emit', params: ({ event }) => refusalIn(event.output, 'bottom-left') },
              },
            ],
          },
          on: {
            'topUp.unsettled': {
              target: '.unsettled',
              actions: { type: 'emit', params: ({ event }) => notify('error', event.failure.message, 'bottom-left') },
            },
            'visitor.left': {
              target: 'idle',
              actions: { type: 'emit', params: notify('warning', sentences.abandoned, 'bottom-left') },
            },
          },
          states: {
            asked: { description: 'The answer is on its way.' },
            unsettled: {
              description: 'It did not come; the visitor is told until it does.',
              tags: 'unsettled',
              entry: { type: 'emit', params: { type: 'intents.unsettled' } },
              exit: { type: 'emit', params: { type: 'intents.settled' } },
            },
          },
        },
      },
    },
    withdrawal: {
      description: 'One withdrawal, from the confirm to its known end.',
      initial: 'idle',
      states: {
        idle: {
          description: 'Nothing is being paid out.',
          on: { 'withdrawal.start': 'running' },
        },
        running: {
          description: 'There is no start here: the double-submit guard (section 4).',
          initial: 'asked',
          invoke: {
            id: 'withdrawal',
            src: 'transfer',
            input: ({ event }) => transferIn('withdrawal', event),
            onDone: [
              {
                guard: { type: 'isTransferred', params: ({ event }) => event },
                target: 'idle',
                actions: [
                  { type: 'emit', params: ({ event }) => balanceIn(event.output) },
                  { type: 'emit', params: notify('success', sentences.withdrawSuccess, 'bottom-left') },
                ],
              },
              {
                guard: { type: 'isMoneyWanting', params: ({ event }) => event },
                target: 'idle',
                actions: [
                  { type: 'emit', params: ({ event }) => refusalIn(event.output, 'bottom-left') },
                  { type: 'emit', params: { type: 'account.changed' } },
                ],
              },
              {
                target: 'idle',
                actions: { type: 'emit', params: ({ event }) => refusalIn(event.output, 'bottom-left') },
              },
            ],
          },
          on: {
            'withdrawal.unsettled': {
              target: '.unsettled',
              actions: { type: 'emit', params: ({ event }) => notify('error', event.failure.message, 'bottom-left') },
            },
            'visitor.left': {
              target: 'idle',
              actions: { type: 'emit', params: notify('warning', sentences.abandoned, 'bottom-left') },
            },
          },
          states: {
            asked: { description: 'The answer is on its way.' },
            unsettled: {
              description: 'It did not come; the visitor is told until it does.',
              tags: 'unsettled',
              entry: { type: 'emit', params: { type: 'intents.unsettled' } },
              exit: { type: 'emit', params: { type: 'intents.settled' } },
            },
          },
        },
      },
    },
  },
});

export type IntentsSnapshot = SnapshotFrom<typeof intentsMachine>;

function purchaseIn(event: IntentsEvent): PurchaseInput {
  if (event.type !== 'purchase.start') throw new Error(`${event.type} begins no purchase`);
  return event.purchase;
}

function cancellationIn(event: IntentsEvent): CancellationInput {
  if (event.type !== 'cancellation.start') throw new Error(`${event.type} begins no cancellation`);
  return event.cancellation;
}

function transferIn(kind: TransferInput['kind'], event: IntentsEvent): TransferInput {
  if (event.type !== 'topUp.start' && event.type !== 'withdrawal.start')
    throw new Error(`${event.type} begins no ${kind}`);
  return { kind, ...event.transfer };
}

function balanceIn(outcome: TransferOutcome): IntentsEmitted {
  return outcome.kind === 'done' ? { type: 'balance.changed', balance: outcome.balance } : { type: 'account.changed' };
}

function refusalIn(outcome: Outcome, placement: ToastPlacement): IntentsEmitted {
  return notify('error', outcome.kind === 'refused' ? outcome.failure.message : sentences.unexpected, placement);
}
