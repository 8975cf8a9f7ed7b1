import {
  assign,
  createActor,
  createMachine,
  forwardTo,
  fromCallback,
  fromObservable,
  fromPromise,
  fromTransition,
  raise,
  sendTo,
  SimulatedClock,
  type AnyStateMachine,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { createPlaceholders } from '../../src/xstate-visit/recording/placeholders.ts';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit, type VisitOptions } from '../../src/xstate-visit/recording/recordVisit.ts';
import { checkRecording, type CheckResult } from '../../src/xstate-visit/replay/checkRecording.ts';
import { reportText } from '../../src/xstate-visit/commandLine/report.ts';
import { visitOn } from './record.ts';

type Root = ReturnType<typeof createActor<AnyStateMachine>>;

interface Visit {
  readonly machine: AnyStateMachine;
  readonly id?: string;
  readonly options?: Partial<VisitOptions>;
  readonly act?: (root: Root) => void;
}

/** Records a visit until its promises are settled, and checks the recording on the same machine. */
async function recordAndCheck({ machine, id, options = {}, act = () => undefined }: Visit): Promise<CheckResult> {
  const visit = recordVisit({ ...visitOn(() => 0), ...options });
  const root = createActor(machine, { inspect: visit.inspect, ...(id === undefined ? {} : { id }) }).start();
  root.subscribe({ error: () => undefined });
  act(root);
  await new Promise((resolve) => setTimeout(resolve));
  return checkRecording(recordingText(visit.recording()), {
    machines: { [machine.id]: machine },
    brokenRules: () => [],
  });
}

/** Stores the output or the error of an effect. */
function askingMachine(answer: () => Promise<unknown>) {
  return createMachine({
    id: 'asker',
    context: {},
    invoke: {
      src: fromPromise(answer),
      onDone: { actions: assign(({ event }) => ({ got: event['output'] })) },
      onError: { actions: assign(({ event }) => ({ error: String(event['error']) })) },
    },
  });
}

/** Runs an action with a random parameter, and one with this amount. */
const shopWith = (amount: number) =>
  createMachine(
    {
      id: 'shop',
      entry: [
        { type: 'track', params: () => ({ id: Math.random() }) },
        { type: 'charge', params: { amount } },
      ],
    },
    { actions: { track: () => undefined, charge: () => undefined } },
  );

const todoMachine = createMachine({
  id: 'todo',
  initial: 'open',
  states: { open: { on: { check: 'done' } }, done: {} },
});

const listMachine = createMachine({
  id: 'list',
  context: (): { todos: { readonly send: (event: { type: string }) => void }[] } => ({ todos: [] }),
  on: {
    add: {
      actions: assign(({ context: { todos }, spawn }) => ({
        todos: [...todos, spawn(todoMachine, { id: `todo-${Math.random()}` })],
      })),
    },
  },
});

describe('a replay repeats', () => {
  test('events to children with random ids, by the order in which their parent created them', async () => {
    const { differences, unmet } = await recordAndCheck({
      machine: listMachine,
      act: (list) => {
        for (let count = 0; count < 3; count += 1) list.send({ type: 'add' });
        list.getSnapshot().context.todos[1].send({ type: 'check' });
      },
    });
    expect(differences).toEqual([]);
    expect(unmet('todo.done')).toBeUndefined();
  });

  test('a root that was created with its own id', async () => {
    const { differences, unmet } = await recordAndCheck({
      machine: todoMachine,
      id: 'shopping',
      act: (todo) => todo.send({ type: 'check' }),
    });
    expect(differences).toEqual([]);
    expect(unmet('todo.done')).toBeUndefined();
  });

  test('dates, maps, sets and BigInts in results of effects', async () => {
    const { differences, unmet } = await recordAndCheck({
      machine: askingMachine(() => Promise.resolve([new Date(0), new Map([['a', new Set([12n])]])])),
    });
    expect(differences).toEqual([]);
    expect(unmet('asker.got=1')).toMatch(/^Expected asker\.got to be 1; it is \["1970-01-01T00:00:00\.000Z"/);
  });

  test('the error of a promise that was rejected', async () => {
    const { differences, unmet } = await recordAndCheck({
      machine: askingMachine(() => Promise.reject(new Error('sold out'))),
      options: { text: (text) => text },
    });
    expect(differences).toEqual([]);
    expect(unmet('asker.error="Error: sold out"')).toBeUndefined();
  });

  test('the values of an observable, without observing it', async () => {
    let observed = 0;
    const seats = fromObservable(() => ({
      subscribe: (observer) => {
        observed += 1;
        const next = typeof observer === 'function' ? observer : observer?.next;
        next?.(3);
        next?.(2);
        return { unsubscribe: () => undefined };
      },
    }));
    const machine = createMachine({
      id: 'hall',
      context: { free: 0 },
      invoke: { src: seats, onSnapshot: { actions: assign(({ event }) => ({ free: event['snapshot'].context })) } },
      initial: 'open',
      states: { open: { on: { close: 'closed' } }, closed: {} },
    });
    const { differences, unmet } = await recordAndCheck({ machine, act: (hall) => hall.send({ type: 'close' }) });
    expect(differences).toEqual([]);
    expect(unmet('hall.free=2')).toBeUndefined();
    expect(observed).toBe(1);
  });

  test('the steps of transition logic, which is a pure function', async () => {
    const count = fromTransition((total: number, { by }: { type: 'add'; by: number }) => total + by, 0);
    const machine = createMachine(
      {
        id: 'till',
        context: { total: 0 },
        invoke: {
          id: 'count',
          src: 'count',
          onSnapshot: { actions: assign(({ event }) => ({ total: event['snapshot'].context })) },
        },
        on: {
          sell: {
            actions: ({ context: _, self }) => self.getSnapshot().children['count']?.send({ type: 'add', by: 5 }),
          },
        },
      },
      { actors: { count } },
    );
    const { differences, unmet } = await recordAndCheck({ machine, act: (till) => till.send({ type: 'sell' }) });
    expect(differences).toEqual([]);
    expect(unmet('till.total=5')).toBeUndefined();
  });
});

describe('a replay also repeats', () => {
  test('events that a machine delays, to itself and to a child', async () => {
    const clock = new SimulatedClock();
    const bell = createMachine({ id: 'bell', initial: 'quiet', states: { quiet: { on: { ring: 'loud' } }, loud: {} } });
    const machine = createMachine({
      id: 'timer',
      invoke: { id: 'bell', src: bell },
      entry: [raise({ type: 'expire' }, { delay: 1000 }), sendTo('bell', { type: 'ring' }, { delay: 2000 })],
      initial: 'running',
      states: { running: { on: { expire: 'over', press: 'pressed' } }, pressed: {}, over: {} },
    });
    const visit = recordVisit(visitOn(() => clock.now()));
    const timer = createActor(machine, { inspect: visit.inspect, clock }).start();
    clock.increment(1000);
    clock.increment(100);
    timer.send({ type: 'press' });
    clock.increment(900);
    const result = checkRecording(recordingText(visit.recording()), {
      machines: { [machine.id]: machine },
      brokenRules: () => [],
    });
    expect(result.differences).toEqual([]);
    expect([result.unmet('timer.over'), result.unmet('bell.loud')]).toEqual([undefined, undefined]);
  });

  test('a restored snapshot, with the default redaction', async () => {
    const before = createActor(listMachine).start();
    before.send({ type: 'add' });
    const restored = createMachine({
      id: 'wizard',
      initial: 'one',
      states: { one: { on: { next: 'two' } }, two: { on: { back: 'one' } } },
    });
    const first = createActor(restored).start();
    first.send({ type: 'next' });
    const placeholders = createPlaceholders();
    const visit = recordVisit({ ...visitOn(() => 0), text: (text, key) => placeholders(text, key) });
    createActor(restored, { inspect: visit.inspect, snapshot: first.getPersistedSnapshot() })
      .start()
      .send({ type: 'back' });
    const result = checkRecording(recordingText(visit.recording()), {
      machines: { [restored.id]: restored },
      brokenRules: () => [],
    });
    expect(result.differences).toEqual([]);
    expect(result.unmet('wizard.one')).toBeUndefined();
  });

  test('actors of which one has the name that another one gets', async () => {
    const machine = createMachine(
      {
        id: 'asker',
        context: {},
        invoke: [
          { src: 'load', onDone: { actions: assign(({ event }) => ({ unnamed: event['output'] })) } },
          {
            id: 'load',
            src: 'load',
            input: 1,
            onDone: { actions: assign(({ event }) => ({ named: event['output'] })) },
          },
        ],
      },
      { actors: { load: fromPromise(({ input }) => Promise.resolve(input ?? 0)) } },
    );
    const { differences, unmet } = await recordAndCheck({ machine });
    expect(differences).toEqual([]);
    expect([unmet('asker.named=1'), unmet('asker.unnamed=0')]).toEqual([undefined, undefined]);
  });
});

test('an actor that is no machine is not recorded', () => {
  const visit = recordVisit(visitOn(() => 0));
  const effect = createActor(
    fromCallback(() => undefined),
    { inspect: visit.inspect },
  ).start();
  effect.send({ type: 'add' });
  effect.stop();
  expect(visit.recording().entries.map(({ type }) => type)).toEqual(['address']);
});

describe('a verdict', () => {
  test('names values from clocks, random numbers and globals instead of reporting them as differences', async () => {
    let tickets = 0;
    const machine = createMachine({
      id: 'shop',
      context: () => ({
        lucky: Math.random(),
        opened: new Date().toISOString(),
        closes: Date.now(),
        number: ++tickets,
        price: 5,
      }),
      on: { sell: { actions: assign({ price: 6 }) } },
    });
    const result = await recordAndCheck({ machine, act: (shop) => shop.send({ type: 'sell' }) });
    expect(result.differences).toEqual([]);
    expect(result.unrepeatable).toEqual(['shop lucky', 'shop opened', 'shop closes', 'shop number']);
    expect(reportText(result)).toContain('Not compared: shop lucky.');
    expect(new Date().getFullYear()).toBe(new Date(Date.now()).getFullYear());
  });

  test('reports no difference for texts of the machine itself that a recording may not contain', async () => {
    const placeholders = createPlaceholders();
    const machine = createMachine({
      id: 'shop',
      context: {
        sign: 'Buka sampai malam',
        lines: [{ text: 'Selamat datang', note: undefined }],
        menu: Array.from({ length: 50 }, (_, index) => ({ price: index, text: 'Selamat datang' })),
        open: false,
      },
      on: { open: { actions: assign({ open: true, sign: 'Sudah buka' }) } },
    });
    const result = await recordAndCheck({
      machine,
      options: { text: (text, key) => placeholders(text, key) },
      act: (shop) => shop.send({ type: 'open' }),
    });
    expect(recordingText(result.recording)).not.toMatch(/uka|Selamat/);
    expect(result.differences).toEqual([]);
  });

  test('reports a wrong parameter beside a random one', async () => {
    const visit = recordVisit(visitOn(() => 0));
    createActor(shopWith(5), { inspect: visit.inspect }).start();
    const product = { machines: { shop: shopWith(500) }, brokenRules: () => [] };
    const { differences, unrepeatable } = checkRecording(recordingText(visit.recording()), product);
    expect(differences).toMatchObject([{ event: 'does charge', parts: [{ today: '500' }] }]);
    expect(unrepeatable).toEqual(['shop track params.id']);
  });

  test('still reports a text that became a number', async () => {
    const placeholders = createPlaceholders();
    const visit = recordVisit({ ...visitOn(() => 0), text: (text, key) => placeholders(text, key) });
    createActor(createMachine({ id: 'shop', context: { sign: 'Buka' } }), { inspect: visit.inspect }).start();
    const machine = createMachine({ id: 'shop', context: { sign: 7 } });
    const { differences } = checkRecording(recordingText(visit.recording()), {
      machines: { [machine.id]: machine },
      brokenRules: () => [],
    });
    expect(differences).toMatchObject([{ actor: 'shop', parts: [{ name: 'sign', today: '7' }] }]);
  });
});

describe('ignored events', () => {
  test('leave out what they start, also when a machine forwards them', async () => {
    const child = createMachine({ id: 'child', on: { move: {} } });
    const machine = createMachine({
      id: 'parent',
      context: { seen: 0 },
      invoke: { id: 'child', src: child },
      initial: 'idle',
      on: { move: { target: '.asking', actions: forwardTo('child') }, click: { actions: assign({ seen: 1 }) } },
      states: { idle: {}, asking: { invoke: { src: fromPromise(() => Promise.resolve(1)), onDone: 'idle' } } },
    });
    const visit = recordVisit({ ...visitOn(() => 0), ignored: /^move$/g });
    const parent = createActor(machine, { inspect: visit.inspect }).start();
    parent.send({ type: 'move' });
    await new Promise((resolve) => setTimeout(resolve));
    parent.send({ type: 'click' });
    const result = checkRecording(recordingText(visit.recording()), {
      machines: { [machine.id]: machine },
      brokenRules: () => [],
    });
    expect(result.differences).toEqual([]);
    expect(result.unmet('parent.seen=1')).toBeUndefined();
  });

  test('do not fill a recording, and neither does what they cause', async () => {
    const cursorMachine = createMachine({
      id: 'cursor',
      context: { x: 0, clicks: 0 },
      on: {
        move: { actions: [assign({ x: ({ event }) => event['x'] }), 'trace'] },
        click: { actions: assign({ clicks: ({ context }) => context.clicks + 1 }) },
      },
    });
    const { recording, differences, unmet } = await recordAndCheck({
      machine: cursorMachine,
      options: { ignored: /^move$/ },
      act: (cursor) => {
        for (let x = 1; x <= 600; x += 1) cursor.send({ type: 'move', x });
        cursor.send({ type: 'click' });
      },
    });
    expect(recording.entries.length).toBeLessThan(10);
    expect(differences).toEqual([]);
    expect(unmet('cursor.clicks=1')).toBeUndefined();
  });
});
