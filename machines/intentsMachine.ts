import { enqueueActions, sendTo, setup, type SnapshotFrom } from 'xstate';
import {
  intentMachine,
  type Confirmed,
  type IntentKind,
  type IntentNews,
  type IntentsEmitted,
  type Leaving,
} from './intentMachine.ts';

export type IntentStart = { [Kind in IntentKind]: { type: `${Kind}.start`; confirmed: Confirmed } }[IntentKind];

type IntentsEvent = IntentStart | IntentNews | Leaving;

export const intentsMachine = setup({
  types: {} as {
    events: IntentsEvent;
    emitted: IntentsEmitted;
    children: { [Kind in IntentKind]: 'intent' };
  },
  actors: { intent: intentMachine },
  actions: {
    emitAll: enqueueActions(({ enqueue }, params: { told: readonly IntentsEmitted[] }) => {
      for (const each of params.told) enqueue.emit(each);
    }),
    tellPurchase: sendTo('purchase', (_, params: Leaving) => params),
    tellCancellation: sendTo('cancellation', (_, params: Leaving) => params),
    tellTopUp: sendTo('topUp', (_, params: Leaving) => params),
    tellWithdrawal: sendTo('withdrawal', (_, params: Leaving) => params),
  },
}).createMachine({
  id: 'intents',
  type: 'parallel',
  on: { 'intent.told': { actions: { type: 'emitAll', params: ({ event }) => event } } },
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
          invoke: { id: 'purchase', src: 'intent', input: ({ event }) => confirmedIn(event), onDone: 'idle' },
          on: {
            'visitor.left': { actions: { type: 'tellPurchase', params: ({ event }) => event } },
            'session.ended': { actions: { type: 'tellPurchase', params: ({ event }) => event } },
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
          invoke: { id: 'cancellation', src: 'intent', input: ({ event }) => confirmedIn(event), onDone: 'idle' },
          on: {
            'visitor.left': { actions: { type: 'tellCancellation', params: ({ event }) => event } },
            'session.ended': { actions: { type: 'tellCancellation', params: ({ event }) => event } },
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
          invoke: { id: 'topUp', src: 'intent', input: ({ event }) => confirmedIn(event), onDone: 'idle' },
          on: {
            'visitor.left': { actions: { type: 'tellTopUp', params: ({ event }) => event } },
            'session.ended': { actions: { type: 'tellTopUp', params: ({ event }) => event } },
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
          invoke: { id: 'withdrawal', src: 'intent', input: ({ event }) => confirmedIn(event), onDone: 'idle' },
          on: {
            'visitor.left': { actions: { type: 'tellWithdrawal', params: ({ event }) => event } },
            'session.ended': { actions: { type: 'tellWithdrawal', params: ({ event }) => event } },
          },
        },
      },
    },
  },
});

export type IntentsSnapshot = SnapshotFrom<typeof intentsMachine>;

function confirmedIn(event: IntentsEvent): Confirmed {
  if (event.type === 'intent.told' || event.type === 'visitor.left' || event.type === 'session.ended') {
    throw new Error(`${event.type} begins no intent`);
  }
  return event.confirmed;
}
