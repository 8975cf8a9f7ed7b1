import {
  assign,
  createActor,
  createMachine,
  emit,
  enqueueActions,
  fromPromise,
  sendTo,
  setup,
  SimulatedClock,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  type MachineContext,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { checkRecording, type CheckResult } from '../../src/xstate-visit/replay/checkRecording.ts';

type Root = ReturnType<typeof createActor<AnyStateMachine>>;
type Start = (machine: AnyStateMachine, input?: unknown) => Root;
type Act = (root: Root, clock: SimulatedClock, start: Start) => void | Promise<void>;

const settle = async () => {
  await new Promise((resolve) => setTimeout(resolve));
};
const sendAll: (...events: readonly AnyEventObject[]) => Act =
  (...events) =>
  (root) =>
    events.forEach((event) => root.send(event));

/** Records a visit of a machine. @returns a check of the recording on another machine */
async function visited(
  machine: AnyStateMachine,
  act: Act,
  input?: unknown,
): Promise<(today: AnyStateMachine) => CheckResult> {
  const clock = new SimulatedClock();
  const visit = recordVisit({ machines: { root: machine }, now: () => clock.now() });
  const start: Start = (started, startInput) => {
    const root: Root = createActor(started, { inspect: visit.inspect, clock, input: startInput });
    root.subscribe({ error: () => undefined });
    return root.start();
  };
  await act(start(machine, input), clock, start);
  const text = recordingText(visit.recording());
  return (today) => checkRecording(text, { machines: { root: today } });
}

/** The parts of a machine that `setup` names. */
type Named = Parameters<typeof createMachine>[1];
type Guard = ({ event }: { readonly event: AnyEventObject }) => boolean;
type Write = ({ event }: { readonly event: AnyEventObject }) => unknown;

const gate = (isOpenFor: Guard) =>
  createMachine(
    { initial: 'shut', states: { shut: { on: { come: { guard: 'isOpenFor', target: 'open' } } }, open: {} } },
    { guards: { isOpenFor } },
  );

const sign = (write: Write) =>
  createMachine(
    { context: (): { text: unknown } => ({ text: '' }), on: { write: { actions: 'write' } } },
    { actions: { write: assign({ text: write }) } },
  );

const form = (canClose: ({ context }: { readonly context: { readonly count: number } }) => boolean) =>
  createMachine(
    {
      context: { count: 0, text: '' },
      on: {
        write: {
          actions: assign({ count: ({ context }) => context['count'] + 1, text: ({ event }) => event['v'] }),
        },
      },
      initial: 'open',
      states: { open: { on: { close: { guard: 'canClose', target: 'closed' } } }, closed: {} },
    },
    { guards: { canClose } },
  );

const write = sendAll({ type: 'write', v: 'a text of the visitor' });

/** A machine before and after a change, and a visit that uses the changed part. */
interface Change {
  readonly before: AnyStateMachine;
  readonly after: AnyStateMachine;
  readonly act: Act;
  readonly input?: unknown;
  /** The verdict for the machine before the change. By default `same`. */
  readonly unchanged?: 'not comparable';
  readonly verdict: 'different' | 'not comparable';
  readonly reason?: RegExp;
}

const stopwatch = (tick: number) =>
  createMachine(
    { initial: 'waiting', states: { waiting: { after: { tick: 'over' } }, over: {} } },
    { delays: { tick } },
  );

const bell = (volume: number) =>
  createMachine({ on: { ring: { actions: 'ring' } } }, { actions: { ring: emit({ type: 'rung', volume }) } });

const child = createMachine({
  id: 'child',
  context: { heard: 0 },
  on: { hear: { actions: assign({ heard: ({ event }) => event['count'] }) } },
});

const teller = (count: number) =>
  createMachine(
    { invoke: { id: 'child', src: child }, on: { tell: { actions: 'tell' } } },
    { actions: { tell: sendTo('child', { type: 'hear', count }) } },
  );

const loader = (input: ({ context }: { readonly context: { readonly path: string } }) => string) =>
  createMachine({
    context: ({ input: path }) => ({ path: String(path) }),
    invoke: { src: fromPromise(() => Promise.resolve(1)), input },
  });

const family = (actions: Named) =>
  createMachine(
    {
      context: ({ spawn }: { spawn: (logic: AnyStateMachine) => AnyActorRef }): { children: AnyActorRef[] } => ({
        children: [spawn(child), spawn(child)],
      }),
      on: { wake: { actions: 'wake' } },
    },
    actions,
  );

class HttpError extends Error {}

const caller = (isHttp: Guard) =>
  createMachine(
    {
      initial: 'calling',
      states: {
        calling: {
          invoke: {
            src: fromPromise(() => Promise.reject(new HttpError('no'))),
            onError: [{ guard: 'isHttp', target: 'refused' }, { target: 'failed' }],
          },
        },
        refused: {},
        failed: {},
      },
    },
    { guards: { isHttp } },
  );

const beginner = (
  isKnown: ({ context }: { readonly context: { readonly name: string } }) => boolean,
  patience = 1000,
) =>
  createMachine(
    {
      context: ({ input }: { input: unknown }): { name: string } => ({ name: String(input) }),
      initial: 'new',
      states: { new: { always: { guard: 'isKnown', target: 'known' }, after: { patience: 'known' } }, known: {} },
    },
    { guards: { isKnown }, delays: { patience } },
  );

const list = (step: number) =>
  createMachine({
    context: (): { count: number; texts: string[] } => ({ count: 0, texts: [] }),
    on: {
      write: {
        actions: assign({
          texts: ({ context, event }) => [...context.texts, event['v']],
          count: step === 1 ? ({ context }) => context.count + 1 : ({ context }) => context.count + 2,
        }),
      },
    },
  });

const counter = (count: ({ context }: { readonly context: MachineContext }) => number) =>
  createMachine({
    context: { count: 0, text: '' },
    initial: 'idle',
    states: {
      idle: { on: { write: { target: 'saving', actions: assign({ count, text: ({ event }) => event['v'] }) } } },
      saving: {
        invoke: { src: fromPromise(() => Promise.resolve()), input: ({ context }) => context['text'].charCodeAt(0) },
      },
    },
  });

const saver = (patience: number) =>
  createMachine(
    {
      initial: 'idle',
      context: { text: '' },
      states: {
        idle: { on: { write: { target: 'saving', actions: assign({ text: ({ event }) => event['v'] }) } } },
        saving: {
          invoke: { src: fromPromise(() => Promise.resolve()), input: ({ context }) => context['text'] },
          after: { patience: 'idle' },
        },
      },
    },
    { delays: { patience } },
  );

const queue = (isBob: boolean) =>
  createMachine({
    context: { isChosen: false },
    on: {
      write: {
        actions: isBob
          ? enqueueActions(({ enqueue }) =>
              enqueue.assign({ isChosen: ({ event }) => Reflect.get(event, 'v') === 'bob' }),
            )
          : enqueueActions(({ enqueue }) =>
              enqueue.assign({ isChosen: ({ event }) => Reflect.get(event, 'v') === 'ana' }),
            ),
      },
    },
  });

const changes: Readonly<Record<string, Change>> = {
  'a named guard': {
    before: gate(({ event }) => event['name'] === 1),
    after: gate(({ event }) => event['name'] !== 1),
    act: sendAll({ type: 'come', name: 1 }),
    verdict: 'different',
  },
  'a named guard that compares with another text, which a visitor typed': {
    before: gate(({ event }) => event['name'] !== 'bob'),
    after: gate(({ event }) => event['name'] !== 'alice'),
    act: sendAll({ type: 'come', name: 'alice' }),
    verdict: 'not comparable',
    reason: /The guard “isOpenFor” of root reads event\.name/,
  },
  'a named guard that reads a number which changed together with a text': {
    before: form(({ context }) => context.count < 2),
    after: form(({ context }) => context.count >= 2),
    act: sendAll({ type: 'write', v: 'a text of the visitor' }, { type: 'close' }),
    verdict: 'different',
  },
  'a named delay': {
    before: stopwatch(1000),
    after: stopwatch(1005),
    act: (_, clock) => {
      clock.increment(2000);
    },
    verdict: 'different',
  },
  'a named assignment that copies a text': {
    before: sign(({ event }) => event['v']),
    after: sign(({ event }) => event['v'].toUpperCase()),
    act: write,
    verdict: 'not comparable',
    reason: /“text” of root is another text/,
  },
  'an assignment that adds to a text': {
    before: sign(({ event }) => event['v']),
    after: sign(({ event }) => `${event['v']}!`),
    act: write,
    verdict: 'not comparable',
    reason: /“text” of root is another text/,
  },
  'an assignment that counts another text': {
    before: sign(({ event }) => (event['v'] === 'bob' ? 1 : 0)),
    after: sign(({ event }) => (event['v'] === 'a text of the visitor' ? 1 : 0)),
    act: write,
    verdict: 'not comparable',
    reason: /reads event\.v/,
  },
  'an assignment of a time': {
    before: sign(() => Date.now()),
    after: sign(() => Date.now() + 5000),
    act: write,
    verdict: 'not comparable',
    reason: /“root text” comes from a clock/,
  },
  'the input of an effect': {
    before: loader(({ context }) => context.path),
    after: loader(({ context }) => `${context.path}/x`),
    act: settle,
    input: 'the path of a visitor',
    verdict: 'not comparable',
    reason: /“input” of root\/effect#1 is another text/,
  },
  'a named event that is emitted': {
    before: bell(1),
    after: bell(2),
    act: sendAll({ type: 'ring' }),
    verdict: 'different',
  },
  'a named event that is sent': {
    before: teller(1),
    after: teller(2),
    act: sendAll({ type: 'tell' }),
    verdict: 'different',
  },
  'an action that sends events': {
    before: family({
      actions: {
        wake: ({ context }) =>
          context['children'].forEach((each: AnyActorRef) => each.send({ type: 'hear', count: 1 })),
      },
    }),
    after: family({ actions: { wake: () => undefined } }),
    act: sendAll({ type: 'wake' }),
    verdict: 'not comparable',
    reason: /An action of root in “on wake” has changed/,
  },
  'a guard that decides in which state a machine begins': {
    before: beginner(() => false),
    after: beginner(() => true),
    act: settle,
    verdict: 'different',
  },
  'the state in which a machine begins, whose guard reads a text of the visitor': {
    before: beginner(({ context }) => context.name.endsWith('a')),
    after: beginner(({ context }) => context.name.endsWith('a'), 2000),
    act: settle,
    input: 'Berta',
    unchanged: 'not comparable',
    verdict: 'not comparable',
    reason: /The guard “isKnown” of root reads context\.name/,
  },
  'a named guard that reads the class of an error': {
    before: caller(({ event }) => event['error'] instanceof HttpError),
    after: caller(({ event }) => !(event['error'] instanceof HttpError)),
    act: settle,
    unchanged: 'not comparable',
    verdict: 'not comparable',
    reason: /The guard “isHttp” of root reads the class of event\.error/,
  },
  'a named guard that reads the constructor of an error': {
    before: caller(({ event }) => event['error'].constructor === HttpError),
    after: caller(({ event }) => event['error'].constructor !== HttpError),
    act: settle,
    unchanged: 'not comparable',
    verdict: 'not comparable',
    reason: /reads the class of event\.error/,
  },
  'a space in a text that a named guard compares': {
    before: gate(({ event }) => event['name'] !== 'a b'),
    after: gate(({ event }) => event['name'] !== 'ab'),
    act: sendAll({ type: 'come', name: 'ab' }),
    verdict: 'not comparable',
    reason: /reads event\.name/,
  },
  'a number that an assignment of another key cannot change': {
    before: list(1),
    after: list(2),
    act: write,
    verdict: 'different',
  },
  'a step that computes the input of an effect from a text': {
    before: counter(({ context }) => context['count'] + 1),
    after: counter(({ context }) => 1 + context['count']),
    act: write,
    unchanged: 'not comparable',
    verdict: 'not comparable',
    reason: /reads context\.text/,
  },
  'a delay that begins together with an effect whose input has a text': {
    before: saver(1000),
    after: saver(2000),
    act: write,
    verdict: 'different',
  },
  'an enqueued assignment that compares a text': {
    before: queue(true),
    after: queue(false),
    act: sendAll({ type: 'write', v: 'ana' }),
    verdict: 'not comparable',
    reason: /reads event\.v/,
  },
  'a named guard that reads a secret': {
    before: gate(({ event }) => event['pin'] === 1234),
    after: gate(({ event }) => event['pin'] !== 1234),
    act: sendAll({ type: 'come', pin: 1234 }),
    unchanged: 'not comparable',
    verdict: 'not comparable',
    reason: /The guard “isOpenFor” of root reads event\.pin/,
  },
};

/** One file and one machine have one verdict. */
const ATTEMPTS = 20;

const verdicts = (check: () => CheckResult) =>
  new Set(Array.from({ length: ATTEMPTS }, () => check()).map(({ verdict }) => verdict));

describe('the verdict is always the same, and never “same”, after a change of', () => {
  test.each(Object.entries(changes))('%s', async (_, change) => {
    const { before, after, act, input, unchanged = 'same', verdict, reason = /^/ } = change;
    const check = await visited(before, act, input);
    expect([...verdicts(() => check(before))]).toEqual([unchanged]);
    expect([...verdicts(() => check(after))]).toEqual([verdict]);
    expect(check(after).notComparable.join('\n')).toMatch(reason);
  });
});

const world = { isOn: false };

/** A machine that reads something outside of the recording, by the verdict for it. */
interface Reader {
  readonly machine: AnyStateMachine;
  readonly act: Act;
  readonly input?: () => unknown;
  readonly verdict: 'same' | 'not comparable';
}

const look = sendAll({ type: 'look' }, { type: 'look' });

const chooser = (isChosen: () => boolean) =>
  createMachine({
    id: 'chooser',
    initial: 'a',
    states: { a: { on: { look: [{ guard: isChosen, target: 'b' }, { target: 'c' }] } }, b: {}, c: {} },
  });

const keeper = (value: (context: { readonly at: number }) => unknown) =>
  createMachine({
    id: 'keeper',
    context: (): { at: number; value: unknown } => ({ at: 0, value: 0 }),
    on: {
      begin: { actions: assign({ at: () => Date.now() }) },
      look: { actions: assign({ value: ({ context }) => value(context) }) },
    },
  });

const actorIn = (event: AnyEventObject, key: string): AnyActorRef => event[key];

const ponger = createMachine({
  id: 'ponger',
  context: { width: 0 },
  on: {
    ping: {
      actions: [
        assign({ width: () => Number(world.isOn) }),
        sendTo(({ event }) => actorIn(event, 'from'), { type: 'pong' }),
      ],
    },
    meet: {
      actions: sendTo(
        ({ event }: { event: AnyEventObject }) => actorIn(event, 'to'),
        ({ self }) => ({ type: 'ping', from: self }),
      ),
    },
    pong: { actions: assign({ width: () => Number(world.isOn) }) },
  },
});

function* count() {
  yield 1;
}

const holder = createMachine({
  id: 'holder',
  context: ({ input }) => ({ input, size: 0 }),
  on: { look: { actions: assign({ size: ({ context }) => context['input'].size ?? 0 }) } },
});

const switchedOn: (act: Act) => Act = (act) => async (root, clock, start) => {
  world.isOn = true;
  await act(root, clock, start);
  world.isOn = false;
};

const readers: Readonly<Record<string, Reader>> = {
  'the time since an event': {
    machine: keeper(({ at }) => Date.now() - at),
    act: async (root) => {
      root.send({ type: 'begin' });
      await new Promise((resolve) => setTimeout(resolve, 5));
      root.send({ type: 'look' });
    },
    verdict: 'same',
  },
  'the hour': { machine: keeper(() => new Date().getHours()), act: look, verdict: 'same' },
  'the time of the page': { machine: keeper(() => Math.floor(performance.now())), act: look, verdict: 'same' },
  'a random number': { machine: keeper(() => Math.random() < 0.1), act: look, verdict: 'same' },
  'a random byte': {
    machine: keeper(() => Number(crypto.getRandomValues(new Uint8Array(1))[0]) < 25),
    act: look,
    verdict: 'same',
  },
  'a random id': { machine: keeper(() => crypto.randomUUID() < '2'), act: look, verdict: 'same' },
  'a random number in a guard': { machine: chooser(() => Math.random() < 0.1), act: look, verdict: 'not comparable' },
  'a global variable': { machine: chooser(() => world.isOn), act: switchedOn(look), verdict: 'not comparable' },
  'the class of an error': {
    machine: setup({
      actors: { call: fromPromise(() => Promise.reject(new HttpError('no'))) },
    }).createMachine({
      id: 'caller',
      initial: 'calling',
      states: {
        calling: {
          invoke: {
            src: 'call',
            onError: [
              { guard: ({ event }) => event.error instanceof HttpError, target: 'refused' },
              { target: 'failed' },
            ],
          },
        },
        refused: {},
        failed: {},
      },
    }),
    act: settle,
    verdict: 'not comparable',
  },
  'whether an action threw': {
    machine: createMachine({
      id: 'thrower',
      on: {
        look: {
          actions: () => {
            throw new Error('no');
          },
        },
      },
    }),
    act: look,
    verdict: 'not comparable',
  },
  'data of an anonymous class': {
    machine: holder,
    act: look,
    input: () =>
      new (class {
        readonly size = 3;
      })(),
    verdict: 'not comparable',
  },
  'data of a generator': {
    machine: holder,
    act: look,
    input: () => Object.assign(count(), { size: 3 }),
    verdict: 'not comparable',
  },
  'a variable of another root that it sends to': {
    machine: ponger,
    act: switchedOn((root, _, start) => {
      const other = start(ponger);
      other.send({ type: 'meet', to: root });
      root.send({ type: 'meet', to: other });
    }),
    verdict: 'not comparable',
  },
};

const withEvent = (machine: AnyStateMachine): AnyStateMachine =>
  createMachine({ ...machine.config, on: { ...machine.config.on, unused: {} } }, machine.implementations);

const withState = (machine: AnyStateMachine): AnyStateMachine =>
  machine.config.states === undefined
    ? machine
    : createMachine(
        { ...machine.config, states: { ...machine.config.states, unused: { on: { look: {} } } } },
        machine.implementations,
      );

describe('an unused event and an unused state do not change the verdict for a machine that reads', () => {
  test.each(Object.entries(readers))('%s', async (_, { machine, act, input, verdict }) => {
    const check = await visited(machine, act, input?.());
    for (const today of [machine, withEvent(machine), withState(machine)]) {
      expect([...verdicts(() => check(today))]).toEqual([verdict]);
    }
  });
});
