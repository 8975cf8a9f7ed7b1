import {
  assign,
  cancel,
  createActor,
  createMachine,
  emit,
  enqueueActions,
  fromCallback,
  fromPromise,
  fromTransition,
  raise,
  sendTo,
  setup,
  SimulatedClock,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { recordingText, type Recording } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit, type VisitOptions } from '../../src/xstate-visit/recording/recordVisit.ts';
import { checkRecording } from '../../src/xstate-visit/replay/checkRecording.ts';

type Root = ReturnType<typeof createActor<AnyStateMachine>>;

/** A machine in the style of a public app. */
interface Example {
  /** Builds the machine: 0 is unchanged, each other number up to `changes` is a change that somebody could make by mistake. */
  readonly build: (change: number) => AnyStateMachine;
  /** Uses all of the machine. `more` starts another root of it. */
  readonly act: (root: Root, clock: SimulatedClock, more: () => Root) => void | Promise<void>;
  readonly changes: number;
}

interface Product {
  readonly id: number;
  readonly name: string;
  readonly stock: number;
}

class HttpError extends Error {
  readonly status: number;
  constructor(status: number) {
    super('The request failed');
    this.status = status;
  }
}

class Money {
  readonly amount: number;
  constructor(amount: number) {
    this.amount = amount;
  }
  plus(more: number): Money {
    return new Money(this.amount + more);
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const counterOf = (event: AnyEventObject): AnyActorRef => event['to'];

const examples: Readonly<Record<string, Example>> = {
  'ticks every ten milliseconds': {
    build: (change) =>
      setup({ delays: { tick: change === 1 ? 100 : 10 } }).createMachine({
        id: 'stopwatch',
        initial: 'stopped',
        context: { elapsed: 0 },
        states: {
          stopped: { on: { start: 'running' } },
          running: {
            after: {
              tick: {
                target: 'running',
                reenter: true,
                actions: assign({ elapsed: ({ context }) => context['elapsed'] + 10 }),
              },
            },
            on: { stop: change === 2 ? {} : 'stopped' },
          },
        },
      }),
    act: (root, clock) => {
      root.send({ type: 'start' });
      for (let count = 0; count < 200; count += 1) clock.increment(10);
      root.send({ type: 'stop' });
      clock.increment(5000);
      root.send({ type: 'start' });
    },
    changes: 2,
  },
  'searches when nobody has typed for a while': {
    build: (change) =>
      createMachine({
        id: 'search',
        context: { searches: 0 },
        on: {
          type: {
            actions: [
              ...(change === 1 ? [] : [cancel('pause')]),
              raise({ type: 'search' }, { id: 'pause', delay: change === 2 ? 200 : 300 }),
            ],
          },
          search: { actions: assign({ searches: ({ context }) => context['searches'] + 1 }) },
        },
      }),
    act: (root, clock) => {
      for (let word = 0; word < 20; word += 1) {
        for (let letter = 0; letter < 4; letter += 1) {
          root.send({ type: 'type' });
          clock.increment(100);
        }
        clock.increment(200);
      }
    },
    changes: 2,
  },
  'waits again at each event': {
    build: (change) =>
      createMachine({
        id: 'screen',
        initial: 'dark',
        states: {
          dark: { on: { touch: 'bright' } },
          bright: {
            on: { touch: { target: 'bright', reenter: change !== 1 } },
            after: { 500: 'dark' },
          },
        },
      }),
    act: (root, clock) => {
      for (let count = 0; count < 60; count += 1) {
        root.send({ type: 'touch' });
        clock.increment(count % 6 === 5 ? 600 : 300);
      }
    },
    changes: 1,
  },
  'hides overlapping messages one by one': {
    build: (change) =>
      createMachine({
        id: 'messages',
        context: (): { shown: number[]; last: number } => ({ shown: [], last: 0 }),
        on: {
          show: {
            actions: [
              assign({
                last: ({ context }) => context['last'] + 1,
                shown: ({ context }) => [...context['shown'], context['last'] + 1],
              }),
              enqueueActions(({ context, enqueue }) => {
                const hide: AnyEventObject = { type: 'hide', id: context['last'] };
                enqueue.raise(hide, { id: `message ${context['last']}`, delay: 1000 });
              }),
            ],
          },
          hide: {
            actions: assign({
              shown: ({ context, event }) => context['shown'].filter((id: number) => id !== event['id']),
            }),
          },
          keep: {
            actions: change === 1 ? [] : cancel(({ event }: { event: AnyEventObject }) => `message ${event['id']}`),
          },
          look: {},
        },
      }),
    act: (root, clock) => {
      for (let count = 0; count < 10; count += 1) {
        root.send({ type: 'show' });
        clock.increment(100);
        root.send({ type: 'show' });
        root.send({ type: 'keep', id: 2 * count + (count % 2) });
        clock.increment(950);
        root.send({ type: 'look' });
      }
    },
    changes: 1,
  },
  'sets a text to the word “nothing”': {
    build: (change) =>
      createMachine({
        id: 'filter',
        context: { shown: '' },
        on: {
          hide: { actions: change === 1 ? assign({ shown: null }) : assign({ shown: 'nothing' }) },
          show: { actions: assign({ shown: 'everything' }) },
        },
      }),
    act: (root) => {
      for (const type of ['show', 'hide', 'show', 'hide']) root.send({ type });
    },
    changes: 1,
  },
  'sends delayed events to other roots, late and in one moment': {
    build: (change) =>
      createMachine({
        id: 'counter',
        context: { count: 0 },
        on: {
          count: { actions: assign({ count: ({ context }) => context['count'] + 1 }) },
          tell: {
            actions: sendTo(
              ({ event }) => counterOf(event),
              { type: change === 1 ? 'cuont' : 'count' },
              { delay: 300 },
            ),
          },
        },
      }),
    act: (root, clock, more) => {
      const [other, third] = [more(), more()];
      for (let count = 0; count < 5; count += 1) {
        root.send({ type: 'tell', to: other });
        clock.increment(100);
      }
      clock.increment(3000);
      other.stop();
      third.send({ type: 'count' });
    },
    changes: 1,
  },
  'sends events to a callback': {
    build: (change) =>
      setup({ actors: { audio: fromCallback(({ receive }) => receive(() => undefined)) } }).createMachine({
        id: 'player',
        initial: 'paused',
        invoke: { id: 'audio', src: 'audio' },
        on: {
          volume: {
            actions: sendTo('audio', ({ event }) => ({ type: 'volume', to: change === 1 ? 0 : event['to'] })),
          },
        },
        states: {
          paused: {
            on: { play: { target: 'playing', actions: change === 2 ? [] : sendTo('audio', { type: 'play' }) } },
          },
          playing: {
            on: { pause: { target: 'paused', actions: sendTo('audio', { type: change === 3 ? 'stop' : 'pause' }) } },
          },
        },
      }),
    act: (root) => {
      for (let count = 1; count < 6; count += 1) {
        root.send({ type: 'play' });
        root.send({ type: 'volume', to: count });
        root.send({ type: 'pause' });
      }
    },
    changes: 3,
  },
  'has a child that is a reducer': {
    build: (change) => {
      const reduce = (count: number, { type }: AnyEventObject) =>
        type === 'add' ? count + (change === 1 ? 2 : 1) : count;
      return setup({ actors: { counter: fromTransition(reduce, change === 2 ? 5 : 0) } }).createMachine({
        id: 'till',
        invoke: { id: 'counter', src: 'counter' },
        on: { sell: { actions: change === 3 ? [] : sendTo('counter', { type: 'add' }) } },
      });
    },
    act: (root) => {
      for (let count = 0; count < 6; count += 1) root.send({ type: 'sell' });
    },
    changes: 3,
  },
  'has undefined values in a list': {
    build: (change) =>
      createMachine({
        id: 'board',
        context: (): { squares: unknown[]; player: string } => ({
          squares: Array.from({ length: 9 }, () => undefined),
          player: 'x',
        }),
        on: {
          play: {
            guard: ({ context, event }) => change === 1 || context['squares'][event['square']] === undefined,
            actions: assign({
              squares: ({ context, event }) => context['squares'].with(event['square'], context['player']),
              player: ({ context }) => (context['player'] === 'x' ? 'o' : 'x'),
            }),
          },
        },
      }),
    act: (root) => {
      for (const square of [4, 4, 0, 2, 0, 6, 1]) root.send({ type: 'play', square });
    },
    changes: 1,
  },
  'ends with an output': {
    build: (change) =>
      createMachine({
        id: 'order',
        initial: 'open',
        context: { total: 0 },
        states: {
          open: {
            on: { add: { actions: assign({ total: ({ context }) => context['total'] + 5 }) }, pay: 'paid' },
          },
          paid: change === 1 ? {} : { type: 'final' },
        },
        output: ({ context }) => ({ total: change === 2 ? 0 : context['total'] }),
      }),
    act: (root) => {
      for (const type of ['add', 'add', 'add', 'pay']) root.send({ type });
    },
    changes: 2,
  },
  'keeps a long list with texts': {
    build: (change) =>
      setup({
        actors: {
          load: fromPromise(() =>
            Promise.resolve(Array.from({ length: 120 }, (_, id) => ({ id, name: `Product ${id}`, stock: id % 3 }))),
          ),
        },
      }).createMachine({
        id: 'shop',
        context: (): { products: Product[] } => ({ products: [] }),
        invoke: {
          src: 'load',
          onDone: {
            actions: assign({
              products: ({ event }) => event.output.filter(({ stock }) => stock > (change === 1 ? -1 : 0)),
            }),
          },
        },
        on: {
          sort: {
            actions: assign({
              products: ({ context }) =>
                context['products'].toSorted((one: Product, other: Product) =>
                  change === 2 ? one.id - other.id : other.id - one.id,
                ),
            }),
          },
          sell: {
            actions: assign({
              products: ({ context }) =>
                context['products'].map((each: Product) => ({ ...each, stock: each.stock - (change === 3 ? 2 : 1) })),
            }),
          },
        },
      }),
    act: async (root) => {
      await settled();
      root.send({ type: 'sort' });
      root.send({ type: 'sell' });
    },
    changes: 3,
  },
  'handles errors of callbacks and promises': {
    build: (change) =>
      setup({
        actors: {
          read: fromPromise(() => Promise.reject(new RangeError('too far'))),
          play: fromCallback(() => {
            throw new TypeError('no sound');
          }),
        },
      }).createMachine({
        id: 'tape',
        initial: 'reading',
        states: {
          reading: {
            invoke: {
              src: 'read',
              onError: [
                {
                  guard: ({ event }) => event.error instanceof RangeError,
                  target: change === 1 ? 'silent' : 'playing',
                },
                { target: 'broken' },
              ],
            },
          },
          playing: { invoke: { src: 'play', onError: change === 2 ? 'broken' : 'silent' } },
          silent: { on: { again: 'playing' } },
          broken: {},
        },
      }),
    act: async (root) => {
      await settled();
      for (let count = 0; count < 5; count += 1) root.send({ type: 'again' });
    },
    changes: 2,
  },
  'follows the snapshots of its children': {
    build: (change) =>
      setup({
        actors: {
          lamp: createMachine({
            id: 'lamp',
            context: { watts: 0 },
            on: {
              brighter: { actions: assign({ watts: ({ context }) => context['watts'] + (change === 1 ? 2 : 1) }) },
            },
          }),
        },
      }).createMachine({
        id: 'room',
        context: { reports: 0, watts: 0 },
        invoke: {
          id: 'lamp',
          src: 'lamp',
          onSnapshot: {
            actions: assign({
              reports: ({ context }) => context['reports'] + 1,
              watts: ({ event }) => event.snapshot.context['watts'],
            }),
          },
        },
        on: { brighter: { actions: change === 2 ? [] : sendTo('lamp', { type: 'brighter' }) } },
      }),
    act: (root) => {
      for (let count = 0; count < 10; count += 1) root.send({ type: 'brighter' });
    },
    changes: 2,
  },
  'runs several actions': {
    build: (change) =>
      createMachine({
        id: 'courier',
        on: {
          send: { actions: change === 1 ? ['ship', 'pack'] : ['pack', 'ship'] },
          tell: {
            actions:
              change === 2
                ? [emit({ type: 'sent' }), emit({ type: 'packed' })]
                : [emit({ type: 'packed' }), emit({ type: 'sent' })],
          },
        },
      }),
    act: (root) => {
      root.send({ type: 'send' });
      root.send({ type: 'tell' });
    },
    changes: 2,
  },
  'has two different children without an id': {
    build: (change) =>
      createMachine({
        id: 'pair',
        invoke: [
          { id: 'first', src: createMachine({ initial: 'off', states: { off: { on: { switch: 'on' } }, on: {} } }) },
          {
            id: 'second',
            src: createMachine({
              context: { mood: '' },
              on: {
                switch: {
                  guard: ({ event }) => event['to'] === 'cheerful',
                  actions: assign({ mood: ({ context }) => (context['mood'] === '' ? 'lively' : 'calmest') }),
                },
                reset: change === 1 ? {} : { actions: assign({ mood: '' }) },
              },
            }),
          },
        ],
        on: { '*': { actions: [sendTo('first', ({ event }) => event), sendTo('second', ({ event }) => event)] } },
      }),
    act: (root) => {
      for (const to of ['cheerful', 'somewhere else', 'cheerful']) root.send({ type: 'switch', to });
      root.send({ type: 'reset' });
    },
    changes: 1,
  },
  'copies texts from events': {
    build: (change) =>
      createMachine({
        id: 'form',
        context: { first: '', last: '' },
        on: {
          fill: {
            actions:
              change === 1
                ? assign({ first: ({ event }) => event['last'], last: ({ event }) => event['last'] })
                : assign({ first: ({ event }) => event['first'], last: ({ event }) => event['last'] }),
          },
        },
      }),
    act: (root) => {
      for (const last of ['Wijaya', 'Santoso', 'Kusuma']) root.send({ type: 'fill', first: 'Ana Maria', last });
    },
    changes: 1,
  },
  'changes its data in place': {
    build: (change) =>
      createMachine({
        id: 'cache',
        context: (): { pages: Map<string, number>; visits: number[] } => ({ pages: new Map(), visits: [] }),
        on: {
          open: {
            actions:
              change === 1
                ? assign({ pages: ({ context, event }) => context['pages'].set(event['page'], event['size'] + 1) })
                : assign({ pages: ({ context, event }) => context['pages'].set(event['page'], event['size']) }),
          },
          leave: {
            actions:
              change === 2
                ? []
                : assign(({ context, event }) => {
                    context['visits'].push(event['size']);
                    return context;
                  }),
          },
        },
      }),
    act: (root) => {
      for (let size = 1; size < 9; size += 1) {
        root.send({ type: 'open', page: `page ${size}`, size });
        root.send({ type: 'leave', size });
      }
    },
    changes: 2,
  },
  'computes with instances of a class': {
    build: (change) =>
      createMachine({
        id: 'purse',
        context: () => ({ money: new Money(0) }),
        on: {
          pay: {
            actions: assign({
              money:
                change === 1
                  ? ({ context, event }) => context['money'].plus(-event['amount'])
                  : ({ context, event }) => context['money'].plus(event['amount']),
            }),
          },
        },
      }),
    act: (root) => {
      root.send({ type: 'pay', amount: 5 });
    },
    changes: 1,
  },
  'reads the status of an error': {
    build: (change) =>
      setup({ actors: { call: fromPromise(() => Promise.reject(new HttpError(503))) } }).createMachine({
        id: 'client',
        initial: 'calling',
        states: {
          calling: {
            invoke: {
              src: 'call',
              onError: [
                {
                  guard: ({ event }) => event.error instanceof Error && Reflect.get(event.error, 'status') === 503,
                  target: change === 1 ? 'failed' : 'waiting',
                },
                { target: 'failed' },
              ],
            },
          },
          waiting: {},
          failed: {},
        },
      }),
    act: async () => {
      await settled();
    },
    changes: 1,
  },
  'tells invalid dates and negative zeros apart': {
    build: (change) =>
      createMachine({
        id: 'calendar',
        context: { days: 0 },
        on: {
          choose: [
            { guard: ({ event }) => Object.is(event['day'], -0), actions: assign({ days: change === 1 ? 0 : 1 }) },
            {
              guard: ({ event }) => event['day'] instanceof Date,
              actions: assign({ days: ({ context }) => context['days'] + (change === 2 ? 1 : 2) }),
            },
          ],
        },
      }),
    act: (root) => {
      for (const day of [0, -0, new Date(0), new Date('tomorrow')]) root.send({ type: 'choose', day });
    },
    changes: 2,
  },
  'crashes, and is sent further events': {
    build: (change) =>
      createMachine({
        id: 'glass',
        context: { drops: 0 },
        on: {
          drop: {
            guard: ({ context }) => {
              if (context['drops'] === (change === 1 ? 4 : 3)) throw new Error('It broke');
              return true;
            },
            actions: assign({ drops: ({ context }) => context['drops'] + 1 }),
          },
        },
      }),
    act: (root) => {
      for (let count = 0; count < 6; count += 1) root.send({ type: 'drop' });
    },
    changes: 1,
  },
  'looks texts up in a table of a function': {
    build: (change) =>
      createMachine({
        id: 'robot',
        context: { x: 0 },
        on: {
          move: {
            actions: assign({
              x: ({ context, event }) => {
                const steps: Readonly<Record<string, number>> = { Leftward: -1, Rightward: 1, Jump: 5 };
                return context['x'] + (steps[event['to']] ?? 0) * (change === 1 ? 2 : 1);
              },
            }),
          },
        },
      }),
    act: (root) => {
      for (const to of ['Jump', 'Leftward', 'Rightward', 'Nowhere']) root.send({ type: 'move', to });
    },
    changes: 1,
  },
};

async function record({ act }: Example, machine: AnyStateMachine, options: VisitOptions): Promise<Recording> {
  const clock = new SimulatedClock();
  const { inspect, recording } = recordVisit({ machines: { root: machine }, now: () => clock.now(), ...options });
  const start = () => {
    const root: Root = createActor(machine, { inspect, clock });
    root.subscribe({ error: () => undefined });
    return root.start();
  };
  await act(start(), clock, start);
  return recording();
}

const isPublic = () => true;
const lengthOf = ({ entries }: Recording) => JSON.stringify(entries).length;

describe.each(Object.entries(examples))('a machine that %s', (_, example) => {
  const verdict = (recording: Recording, change: number) => {
    const { verdict, notComparable, differences } = checkRecording(recordingText(recording), {
      machines: { root: example.build(change) },
    });
    return change === 0 ? { verdict, notComparable, differences } : verdict;
  };
  const same = { verdict: 'same', notComparable: [], differences: [] };
  const changes = Array.from({ length: example.changes }, (_, index) => index + 1);

  test.each([
    ['placeholders', {}],
    ['texts', { isPublic }],
  ] as const)('is the same unless it has changed, in a recording with %s', async (_texts, options) => {
    const recording = await record(example, example.build(0), options);
    expect(verdict(recording, 0)).toEqual(same);
    for (const change of changes) expect([change, verdict(recording, change)]).not.toEqual([change, 'same']);
  });

  test('is the same when only the end of its visit is recorded', async () => {
    const whole = await record(example, example.build(0), { isPublic });
    const end = await record(example, example.build(0), { isPublic, maxCharacters: lengthOf(whole) * 0.4 });
    expect(verdict(end, 0)).toEqual(same);
  });
});

function sessionMachine() {
  return createMachine({
    id: 'session',
    context: { openedAt: Date.now(), seed: Math.random(), key: crypto.randomUUID(), count: 0 },
    on: { count: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
  });
}

test('a machine with a time and random values in its static context is never different when it has not changed', () => {
  const machine = sessionMachine();
  const { inspect, recording } = recordVisit({ machines: { root: machine } });
  createActor(machine, { inspect }).start().send({ type: 'count' });
  const { verdict, notComparable } = checkRecording(recordingText(recording()), {
    machines: { root: sessionMachine() },
  });
  expect(verdict).toBe('not comparable');
  expect(notComparable[0]).toMatch(/a clock, a random number/);
});

/** Stores a long list of texts. */
function newsMachine(canClear: boolean) {
  return createMachine({
    id: 'news',
    context: { articles: [], title: '' },
    on: {
      load: { actions: assign({ articles: ({ event }) => event['articles'], title: ({ event }) => event['title'] }) },
      clear: canClear ? { actions: assign({ articles: [] }) } : {},
    },
  });
}

test('a change that the visit did not use is the same, also beside texts that the recording does not have', () => {
  const machine = newsMachine(true);
  const { inspect, recording } = recordVisit({ machines: { root: machine } });
  const articles = Array.from({ length: 200 }, (_, id) => ({ id, title: `Article number ${id}` }));
  createActor(machine, { inspect }).start().send({ type: 'load', articles, title: 'All news' });
  const { verdict, notComparable, changed } = checkRecording(recordingText(recording()), {
    machines: { root: newsMachine(false) },
  });
  expect({ verdict, notComparable, changed }).toMatchObject({
    verdict: 'same',
    notComparable: [],
    changed: [{ name: 'root', parts: [{ name: 'on clear' }] }],
  });
});

test('a visit whose end cannot be restored, because a map has actors, is not comparable with that reason', () => {
  const card = createMachine({ id: 'card', on: { turn: {} } });
  const machine = setup({ actors: { card } }).createMachine({
    id: 'deck',
    context: ({ spawn }) => ({ cards: new Map([['first', spawn('card')]]) }),
    on: { turn: { actions: sendTo(({ context }) => context['cards'].get('first') ?? 'none', { type: 'turn' }) } },
  });
  const { inspect, recording } = recordVisit({ machines: { root: machine }, maxCharacters: 1000 });
  const root = createActor(machine, { inspect }).start();
  for (let count = 0; count < 50; count += 1) root.send({ type: 'turn' });
  const { verdict, notComparable } = checkRecording(recordingText(recording()), { machines: { root: machine } });
  expect({ verdict, notComparable }).toEqual({
    verdict: 'not comparable',
    notComparable: ['The visit was too long, and its end cannot be replayed alone: A map or a set has actors.'],
  });
});

/** Opens with the right code, and counts wrong ones. */
function lockMachine(canClose: boolean) {
  return createMachine({
    id: 'lock',
    initial: 'locked',
    context: { pin: 1234, tries: 0 },
    states: {
      locked: {
        on: {
          enter: [
            { guard: ({ context, event }) => event['pin'] === context['pin'], target: 'open' },
            { actions: assign({ tries: ({ context }) => context['tries'] + 1 }) },
          ],
        },
      },
      open: { on: { close: canClose ? 'locked' : {} } },
    },
  });
}

test.each([
  ['an unchanged machine', true],
  ['a changed machine', false],
] as const)('a guard that compares secrets is named in the reason of %s', (_machine, canClose) => {
  const machine = lockMachine(true);
  const { inspect, recording } = recordVisit({ machines: { root: machine }, now: () => 0 });
  createActor(machine, { inspect }).start().send({ type: 'enter', pin: 1234 });
  const { verdict, notComparable } = checkRecording(recordingText(recording()), {
    machines: { root: lockMachine(canClose) },
  });
  expect(verdict).toBe('not comparable');
  expect(notComparable.at(-1)).toMatch(
    /^The guard “locked\.enter\.guard” of root reads (?:event|context)\.pin at 0\.00 s, which is not in the recording/,
  );
});

test('a machine that is restored from the snapshot of a stopped one is the same', () => {
  const machine = createMachine({
    id: 'counter',
    context: { count: 0 },
    on: { count: { actions: assign({ count: ({ context }) => context.count + 1 }) } },
  });
  const { inspect, recording } = recordVisit({ machines: { root: machine }, now: () => 0 });
  const before = createActor(machine, { inspect }).start();
  before.send({ type: 'count' });
  before.stop();
  const after = createActor(machine, { inspect, snapshot: before.getPersistedSnapshot() }).start();
  for (let count = 0; count < 3; count += 1) after.send({ type: 'count' });
  const { verdict, differences, unmet } = checkRecording(recordingText(recording()), { machines: { root: machine } });
  expect({ verdict, differences }).toEqual({ verdict: 'same', differences: [] });
  expect(unmet('counter.count=4')).toBeUndefined();
});

test('the end of a visit can begin while roots come and go', () => {
  const machine = lockMachine(true);
  for (let maxCharacters = 300; maxCharacters < 2000; maxCharacters += 100) {
    const { inspect, recording } = recordVisit({ machines: { root: machine }, now: () => 0, maxCharacters });
    for (let count = 0; count < 6; count += 1) {
      const root = createActor(machine, { inspect }).start();
      root.send({ type: 'enter' });
      if (count % 2 === 0) root.stop();
    }
    const { verdict, notComparable } = checkRecording(recordingText(recording()), { machines: { root: machine } });
    expect({ maxCharacters, verdict, notComparable }).toEqual({ maxCharacters, verdict: 'same', notComparable: [] });
  }
});
