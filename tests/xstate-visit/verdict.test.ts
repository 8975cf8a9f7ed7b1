import {
  assign,
  createActor,
  createMachine,
  emit,
  fromPromise,
  sendTo,
  setup,
  SimulatedClock,
  spawnChild,
  stopChild,
  type AnyActorRef,
  type AnyStateMachine,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit, type VisitOptions } from '../../src/xstate-visit/recording/recordVisit.ts';
import { checkRecording, type CheckResult } from '../../src/xstate-visit/replay/checkRecording.ts';
import { rounds } from '../rounds.ts';

const CROWD = rounds(100, 1000);

type Spawner = (logic: AnyStateMachine) => AnyActorRef;
type Root = ReturnType<typeof createActor<AnyStateMachine>>;

/** A machine with three changes that somebody could make by mistake, and a visit that uses all of it. */
interface Example {
  /** Builds the machine: 0 is unchanged, 1 to 3 each have one change. */
  readonly build: (change: number) => AnyStateMachine;
  readonly act: (root: Root, clock: SimulatedClock) => void | Promise<void>;
  readonly options?: Partial<VisitOptions>;
}

const lettersOnly = () => Math.random().toString(36).replaceAll(/\W|\d/g, '');
const refOf = (root: Root, key: string, index: number): AnyActorRef | undefined =>
  root.getSnapshot().context[key][index];
const settled = () => new Promise((resolve) => setTimeout(resolve));

const todoMachine = (change: number) =>
  createMachine({
    initial: 'open',
    states: { open: { on: { toggle: change === 1 ? {} : 'done' } }, done: { on: { toggle: 'open' } } },
  });

interface Todo {
  readonly id: string;
  readonly isDone: boolean;
}

const MOVES: Readonly<Record<string, { readonly x: number }>> = { Left: { x: -1 }, Right: { x: 1 } };

const examples: Readonly<Record<string, Example>> = {
  'spawns actors with random ids without digits, and has no id': {
    build: (change) =>
      createMachine({
        context: (): { todos: AnyActorRef[] } => ({ todos: [] }),
        on: {
          add: {
            actions: assign({
              todos: ({ context, spawn }) => [
                ...context['todos'],
                spawn(todoMachine(change), { id: lettersOnly() }),
                ...(change === 2 ? [spawn(todoMachine(change), { id: lettersOnly() })] : []),
              ],
            }),
          },
          remove: {
            actions: [
              ...(change === 3 ? [] : [stopChild(({ context }) => context['todos'].at(-1) ?? 'none')]),
              assign({ todos: ({ context }) => context['todos'].slice(0, -1) }),
            ],
          },
        },
      }),
    act: (root) => {
      for (let count = 0; count < 3; count += 1) root.send({ type: 'add' });
      refOf(root, 'todos', 1)?.send({ type: 'toggle' });
      root.send({ type: 'remove' });
    },
  },
  'keeps a list with a random field': {
    build: (change) =>
      createMachine({
        id: 'list',
        context: (): { todos: Todo[] } => ({ todos: [] }),
        on: {
          add: {
            actions: assign({ todos: ({ context }) => [...context['todos'], { id: lettersOnly(), isDone: false }] }),
          },
          markAll: {
            actions: assign({
              todos: ({ context }) =>
                context['todos'].map((todo: Todo, index: number) => ({ ...todo, isDone: change !== 1 || index === 0 })),
            }),
          },
          delete: {
            actions: assign({ todos: ({ context }) => (change === 2 ? context['todos'] : context['todos'].slice(1)) }),
          },
          reopen: {
            actions: assign({
              todos: ({ context }) => context['todos'].map((todo: Todo) => ({ ...todo, isDone: change === 3 })),
            }),
          },
        },
      }),
    act: (root) => {
      for (const type of ['add', 'add', 'add', 'markAll', 'delete', 'reopen']) root.send({ type });
    },
  },
  'compares texts in guards': {
    build: (change) =>
      createMachine({
        id: 'tabs',
        initial: 'home',
        context: { count: 0 },
        states: {
          home: {
            on: {
              open: [
                { guard: ({ event }) => event['tab'] === (change === 1 ? 'basket' : 'cart'), target: 'cart' },
                {
                  guard: ({ event }) => (change === 2 ? event['tab'] !== 'help' : event['tab'] === 'help'),
                  target: 'help',
                },
              ],
            },
          },
          cart: { on: { back: change === 3 ? 'help' : 'home' } },
          help: { on: { back: 'home' } },
        },
      }),
    act: (root) => {
      for (const tab of ['a name', 'cart', 'help']) {
        root.send({ type: 'open', tab });
        root.send({ type: 'back' });
      }
    },
  },
  'looks texts up in a table, with public texts': {
    build: (change) =>
      createMachine({
        id: 'snake',
        context: { x: 0, name: '' },
        on: {
          turn: {
            actions: assign({
              x: ({ context, event }) => context['x'] + (MOVES[event['to']]?.x ?? 0) * (change === 1 ? 2 : 1),
            }),
          },
          rename: { actions: assign({ name: ({ event }) => (change === 2 ? '' : event['name']) }) },
          reset: { actions: assign({ x: change === 3 ? 1 : 0 }) },
        },
      }),
    act: (root) => {
      root.send({ type: 'turn', to: 'Left' });
      root.send({ type: 'rename', name: 'Ana Wijaya' });
      root.send({ type: 'turn', to: 'Right' });
      root.send({ type: 'turn', to: 'Right' });
      root.send({ type: 'reset' });
    },
    options: { isPublic: (text) => text in MOVES },
  },
  'has parallel regions, several targets and deep history': {
    build: (change) =>
      createMachine({
        id: 'player',
        initial: 'on',
        states: {
          on: {
            type: 'parallel',
            on: {
              off: 'off',
              reset: { target: change === 1 ? ['.sound.loud'] : ['.sound.quiet', '.picture.dark'] },
            },
            states: {
              sound: {
                initial: 'quiet',
                states: { quiet: { on: { up: 'loud' } }, loud: { on: { up: change === 2 ? 'quiet' : {} } } },
              },
              picture: { initial: 'dark', states: { dark: { on: { light: 'bright' } }, bright: {} } },
              last: { type: 'history', history: change === 3 ? 'shallow' : 'deep' },
            },
          },
          off: { on: { on: 'on.last' } },
        },
      }),
    act: (root) => {
      for (const type of ['up', 'light', 'up', 'off', 'on', 'reset']) root.send({ type });
    },
  },
  crashes: {
    build: (change) =>
      createMachine({
        id: 'fuse',
        context: { load: 0 },
        on: {
          plug: {
            actions: assign({
              load: ({ context, event }) => {
                const load = context['load'] + event['watts'];
                if (change !== 1 && load > (change === 2 ? 100 : 2000)) {
                  throw change === 3 ? new RangeError('too much') : new TypeError('too much');
                }
                return load;
              },
            }),
          },
        },
      }),
    act: (root) => {
      for (const watts of [500, 1000, 900]) root.send({ type: 'plug', watts });
    },
  },
  'is started with provide()': {
    build: (change) =>
      setup({
        guards: { isAllowed: () => false },
        actions: { count: assign({}) },
        delays: { patience: 1000 },
      })
        .createMachine({
          id: 'door',
          context: { count: 0 },
          initial: 'closed',
          states: {
            closed: { on: { push: { guard: 'isAllowed', target: 'open', actions: 'count' } } },
            open: { after: { patience: 'closed' } },
          },
        })
        .provide({
          guards: { isAllowed: ({ event }) => (change === 1 ? event['age'] > 21 : event['age'] > 17) },
          actions: { count: assign({ count: ({ context }) => context['count'] + (change === 2 ? 2 : 1) }) },
          delays: { patience: change === 3 ? 9000 : 1000 },
        }),
    act: (root, clock) => {
      root.send({ type: 'push', age: 12 });
      root.send({ type: 'push', age: 20 });
      clock.increment(1500);
      root.send({ type: 'push', age: 40 });
    },
  },
  'has wildcards': {
    build: (change) =>
      createMachine({
        id: 'ear',
        context: { heard: 0, clicks: 0 },
        on: {
          'mouse.*': {
            actions: assign({ clicks: ({ context }) => context['clicks'] + (change === 1 ? 0 : 1) }),
          },
          ...(change === 2 ? {} : { '*': { actions: assign({ heard: ({ context }) => context['heard'] + 1 }) } }),
          hush: change === 3 ? { actions: assign({ heard: 0 }) } : {},
        },
      }),
    act: (root) => {
      for (const type of ['mouse.down', 'mouse.up.left', 'key', 'hush', 'wheel']) root.send({ type });
    },
  },
  'starts and stops children, and follows their results': {
    build: (change) =>
      setup({
        actors: {
          load: fromPromise<number, { page: number }>(({ input }) => Promise.resolve(input.page * 10)),
          timer: createMachine({
            initial: 'running',
            states: { running: { on: { tick: change === 1 ? {} : 'rung' } }, rung: {} },
          }),
        },
      }).createMachine({
        id: 'loader',
        context: { page: 1, result: 0 },
        initial: 'loading',
        entry: spawnChild('timer', { id: 'timer' }),
        on: {
          tick: { actions: sendTo('timer', { type: 'tick' }) },
          'timer.stop': { actions: change === 2 ? [] : stopChild('timer') },
        },
        states: {
          loading: {
            invoke: {
              src: 'load',
              input: ({ context }) => ({ page: context['page'] }),
              onDone: {
                target: 'shown',
                actions: assign({ result: ({ event }) => event.output + (change === 3 ? 1 : 0) }),
              },
            },
          },
          shown: {
            on: { next: { target: 'loading', actions: assign({ page: ({ context }) => context['page'] + 1 }) } },
          },
        },
      }),
    act: async (root) => {
      await settled();
      root.send({ type: 'tick' });
      root.send({ type: 'next' });
      await settled();
      root.send({ type: 'timer.stop' });
    },
  },
  [`spawns ${CROWD} actors`]: {
    build: (change) => {
      const person = createMachine({
        id: 'person',
        initial: 'sitting',
        states: { sitting: { on: { rise: change === 2 ? {} : 'standing' } }, standing: {} },
      });
      return createMachine({
        id: 'crowd',
        context: ({ spawn }: { spawn: Spawner }): { people: AnyActorRef[] } => ({
          people: Array.from({ length: change === 1 ? CROWD - 1 : CROWD }, () => spawn(person)),
        }),
        on: { clap: { actions: change === 3 ? [] : emit({ type: 'clapped' }) } },
      });
    },
    act: (root) => {
      for (const index of [0, 17, CROWD - 2]) refOf(root, 'people', index)?.send({ type: 'rise' });
      root.send({ type: 'clap' });
    },
  },
};

/** Records a visit of a machine and checks it on another one. */
async function check({ build, act, options = {} }: Example, change: number): Promise<CheckResult> {
  const clock = new SimulatedClock();
  const machine = build(0);
  const visit = recordVisit({ machines: { root: machine }, now: () => clock.now(), ...options });
  const root: Root = createActor(machine, { inspect: visit.inspect, clock });
  root.subscribe({ error: () => undefined });
  root.start();
  await act(root, clock);
  return checkRecording(recordingText(visit.recording()), { machines: { root: build(change) } });
}

describe.each(Object.entries(examples))('a machine that %s', (_, example) => {
  test('is the same when it has not changed', async () => {
    const { verdict, notComparable, differences } = await check(example, 0);
    expect({ verdict, notComparable, differences }).toEqual({ verdict: 'same', notComparable: [], differences: [] });
  });

  test.each([1, 2, 3])('is not the same after change %i', async (change) => {
    const { verdict, differences } = await check(example, change);
    expect({ isSame: verdict === 'same', hasDifferences: differences.length > 0 }).toEqual({
      isSame: false,
      hasDifferences: true,
    });
  });
});
