import {
  assign,
  createActor,
  createMachine,
  fromCallback,
  fromPromise,
  sendTo,
  setup,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
} from 'xstate';
import { describe, expect, test } from 'vitest';
import type { Machines } from '../../src/xstate-visit/recording/actors.ts';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit, type VisitRecorder } from '../../src/xstate-visit/recording/recordVisit.ts';
import { checkRecording, type CheckResult } from '../../src/xstate-visit/replay/checkRecording.ts';

/** Records what `act` does, and checks it on other machines. */
function check(machines: Machines, today: Machines, act: (visit: VisitRecorder) => void): CheckResult {
  const visit = recordVisit({ machines, now: () => 0 });
  act(visit);
  return checkRecording(recordingText(visit.recording()), { machines: today });
}

const askerIn = (event: AnyEventObject): AnyActorRef => event['from'];

const started = (machine: AnyStateMachine, { inspect }: VisitRecorder) => createActor(machine, { inspect }).start();

/** A lamp that counts how often it was switched on. */
const lamp = (step = 1) =>
  createMachine({
    context: { count: 0 },
    on: { on: { actions: assign({ count: ({ context }) => context['count'] + step }) } },
  });

describe('a root', () => {
  test('without an id is told apart by the key under which it was passed', () => {
    const [first, second] = [lamp(), lamp(10)];
    const machines = { first, second };
    const result = check(machines, machines, (visit) => {
      started(second, visit).send({ type: 'on' });
      started(first, visit).send({ type: 'on' });
    });
    expect([result.verdict, result.differences]).toEqual(['same', []]);
    expect(result.unmet('second.count=10')).toBeUndefined();
    expect(result.unmet('first.count=1')).toBeUndefined();
  });

  test('that is not among the machines of the check is named', () => {
    const first = lamp();
    const result = check({ first }, { other: lamp() }, (visit) => started(first, visit).send({ type: 'on' }));
    expect([result.verdict, result.notComparable]).toEqual([
      'not comparable',
      ['The root “first” is not among the machines: other.'],
    ]);
  });

  test('that was not among the machines of the app is named', () => {
    const [first, other] = [lamp(), lamp()];
    const result = check({ first }, { first }, (visit) => {
      started(first, visit);
      started(other, visit);
    });
    expect([result.verdict, result.notComparable]).toEqual([
      'not comparable',
      ['The root “machine” was not among the machines that the app passed when it recorded.'],
    ]);
  });

  test('whose machine was given other implementations needs the same ones in the check', () => {
    const door = setup({ guards: { isAllowed: () => false } }).createMachine({
      initial: 'closed',
      states: { closed: { on: { push: { guard: 'isAllowed', target: 'open' } } }, open: {} },
    });
    const provided = door.provide({ guards: { isAllowed: () => true } });
    const push = (visit: VisitRecorder) => started(provided, visit).send({ type: 'push' });
    const result = check({ door }, { door }, push);
    expect([result.verdict, result.notComparable]).toEqual([
      'not comparable',
      [
        'The app started “door” with provide(), and the machine of the replay has another guard “isAllowed”. Pass the machine that the app starts.',
      ],
    ]);
    expect(check({ door }, { door: provided }, push).verdict).toBe('same');
  });

  test('whose effects were provided needs them in the check', () => {
    const shop = createMachine({ id: 'shop', invoke: { src: 'load' } });
    const provided = shop.provide({ actors: { load: fromPromise(() => Promise.resolve(1)) } });
    const result = check({ shop }, { shop }, (visit) => started(provided, visit));
    expect(result.verdict).toBe('not comparable');
    expect(result.notComparable[0]).toMatch(/the machine of the replay has no actor “load”/);
  });

  test('that was never started has nothing to compare', () => {
    const first = lamp();
    const result = check({ first }, { first }, () => undefined);
    expect([result.verdict, result.notComparable]).toEqual([
      'not comparable',
      ['Nothing was recorded: pass `inspect` to each root actor.'],
    ]);
  });

  test('that was stopped ignores later events, in the replay, too', () => {
    const first = lamp();
    const result = check({ first }, { first }, (visit) => {
      const root = started(first, visit);
      root.stop();
      root.send({ type: 'on' });
    });
    expect([result.verdict, result.differences]).toEqual(['same', []]);
  });

  test('can send events to an actor of another root that came in an event', () => {
    const asker = createMachine({
      id: 'asker',
      context: { answers: 0 },
      on: { answer: { actions: assign({ answers: 1 }) } },
    });
    const helper = createMachine({
      id: 'helper',
      on: { ask: { actions: sendTo(({ event }) => askerIn(event), { type: 'answer' }) } },
    });
    const machines = { asker, helper };
    const result = check(machines, machines, (visit) => {
      const from = started(asker, visit);
      started(helper, visit).send({ type: 'ask', from });
    });
    expect([result.verdict, result.differences]).toEqual(['same', []]);
    expect(result.unmet('asker.answers=1')).toBeUndefined();
  });
});

describe('a child', () => {
  test('has an id with a slash and a number sign', () => {
    const tree = createMachine({
      id: 'tree',
      invoke: { id: 'a/b#1', src: lamp() },
      on: { on: { actions: sendTo('a/b#1', { type: 'on' }) } },
    });
    const result = check({ tree }, { tree }, (visit) => started(tree, visit).send({ type: 'on' }));
    expect([result.verdict, result.differences]).toEqual(['same', []]);
  });

  test('that fails with an error of JavaScript fails with the same class in the replay', async () => {
    const machine = createMachine({
      id: 'reader',
      initial: 'reading',
      states: {
        reading: {
          invoke: {
            src: fromPromise(() => Promise.reject(new TypeError('no file'))),
            onError: [
              { guard: ({ event }) => event.error instanceof TypeError, target: 'refused' },
              { target: 'failed' },
            ],
          },
        },
        refused: {},
        failed: {},
      },
    });
    const visit = recordVisit({ machines: { machine }, now: () => 0 });
    started(machine, visit);
    await new Promise((resolve) => setTimeout(resolve));
    const result = checkRecording(recordingText(visit.recording()), { machines: { machine } });
    expect([result.verdict, result.differences]).toEqual(['same', []]);
    expect(result.unmet('reader.refused')).toBeUndefined();
  });
});

const NAMES = ['Ana Wijaya', 'Budi Santoso'];

/** Accepts a name of this length, and stores the number in a text. */
const form = (length: number, factor = 1) =>
  createMachine({
    id: 'form',
    initial: 'editing',
    context: { amount: 0, steps: 0 },
    states: {
      editing: {
        on: {
          // The text of the guard differs, not only what it closes over.
          submit:
            length === 3
              ? { guard: ({ event }) => event['name'] === NAMES[0], target: 'sent' }
              : { guard: ({ event }) => NAMES.includes(event['name']), target: 'sent' },
          step: { actions: assign({ steps: ({ context }) => context['steps'] + 1 }) },
          pay:
            factor === 1
              ? { actions: assign({ amount: ({ event }) => Number(event['amount']) }) }
              : { actions: assign({ amount: ({ event }) => Number(event['amount']) * 2 }) },
        },
      },
      sent: {},
    },
  });

describe('a text that is not in the recording', () => {
  test('makes an unchanged guard that reads it not comparable, and names the guard', () => {
    const machine = form(3);
    const result = check({ machine }, { machine }, (visit) =>
      started(machine, visit).send({ type: 'submit', name: 'Ana Wijaya' }),
    );
    expect(result.verdict).toBe('not comparable');
    expect(result.notComparable[0]).toMatch(
      /^The guard “editing\.submit\.guard” of machine reads event\.name at 0\.00 s/,
    );
  });

  test('names a guard and an assignment of setup by their names', () => {
    const desk = setup({
      guards: { isKnown: ({ event }) => NAMES.includes(event['name']) },
      actions: { storeLength: assign({ length: ({ event }) => String(event['note']).length }) },
    }).createMachine({
      id: 'desk',
      context: { length: 0 },
      on: { greet: { guard: 'isKnown', actions: assign({ length: 3 }) }, note: { actions: 'storeLength' } },
    });
    const act = (event: AnyEventObject) => (visit: VisitRecorder) => started(desk, visit).send(event);
    const reads = [
      { type: 'greet', name: 'Ana Wijaya' },
      { type: 'note', note: 'Ana Wijaya' },
    ].map((event) => check({ desk }, { desk }, act(event)).notComparable[0]);
    expect(reads).toEqual([
      expect.stringMatching(/^The guard “isKnown” of desk reads event\.name/),
      expect.stringMatching(/^A value \(“storeLength\.length”\) of desk reads event\.note/),
    ]);
  });

  test('makes a changed guard that reads it not comparable, and names the value that the guard read', () => {
    const submit = (visit: VisitRecorder) => started(machine, visit).send({ type: 'submit', name: 'Ana Wijaya' });
    const machine = form(3);
    const result = check({ machine }, { machine: form(4) }, submit);
    expect([result.verdict, result.notComparable]).toEqual([
      'not comparable',
      [
        'The guard “editing.submit.guard” of machine reads event.name at 0.00 s, which is not in the recording, so the difference there can come from the text alone.',
      ],
    ]);
  });

  test('does not hide a difference in a value that was not computed from it', () => {
    const machine = form(3);
    const other = createMachine({ ...form(4).config, states: { editing: { on: { step: {} } }, sent: {} } });
    const result = check({ machine }, { machine: other }, (visit) => {
      const root = started(machine, visit);
      root.send({ type: 'submit', name: 'unknown name' });
      root.send({ type: 'step' });
    });
    expect(result.verdict).toBe('different');
    expect(result.differences).toMatchObject([
      { event: 'step', parts: [{ name: 'steps', recorded: '1', today: '0' }] },
    ]);
  });

  test('makes a number that was computed from it not comparable', () => {
    const machine = form(3);
    const result = check({ machine }, { machine: form(3, 2) }, (visit) =>
      started(machine, visit).send({ type: 'pay', amount: '12' }),
    );
    expect(result.verdict).toBe('not comparable');
    expect(result.notComparable[0]).toMatch(
      /^A value \(“editing\.pay\.actions\.amount”\) of machine reads event\.amount at 0\.00 s/,
    );
  });
});

const gate = (limit: number) =>
  setup({
    guards: { isAdult: ({ event }, { least }: { least: number }) => event['age'] >= least },
  }).createMachine({
    id: 'gate',
    initial: 'shut',
    states: {
      shut: {
        on: {
          ticket: [{ guard: { type: 'isAdult', params: { least: limit } }, target: 'open' }, { target: 'refused' }],
        },
      },
      open: {},
      refused: {},
    },
  });

test('a difference names the transition that was taken and the one that was taken instead, with their guards', () => {
  const before = gate(18);
  const result = check({ before }, { before: gate(21) }, (visit) =>
    started(before, visit).send({ type: 'ticket', age: 19 }),
  );
  expect(result.verdict).toBe('different');
  expect(result.differences[0]?.took).toEqual({
    recorded: 'shut: ticket → open if isAdult',
    today: 'shut: ticket → refused',
  });
});

test('a value from a clock or a random number is left out, and a machine that takes another way each time is not comparable', () => {
  const machine = createMachine({
    id: 'coin',
    initial: 'up',
    context: { at: 0, flips: 0 },
    states: {
      up: {
        on: {
          flip: {
            target: 'down',
            actions: assign({ at: () => Date.now(), flips: ({ context }) => context['flips'] + 1 }),
          },
        },
      },
      down: {
        on: {
          late: { guard: () => Date.now() > midnight, target: 'up' },
        },
      },
    },
  });
  const midnight = Date.now() + 60_000;
  const flip = (visit: VisitRecorder) => started(machine, visit).send({ type: 'flip' });
  const once = check({ machine }, { machine }, flip);
  expect([once.verdict, once.unrepeatable]).toEqual(['same', ['machine at']]);
  const late = check({ machine }, { machine }, (visit) => {
    const coin = started(machine, visit);
    coin.send({ type: 'flip' });
    coin.send({ type: 'late' });
  });
  expect([late.verdict, late.notComparable]).toEqual([
    'not comparable',
    ['“machine” takes another way in each replay, so it depends on a clock, a random number or a global variable.'],
  ]);
});

describe('a long visit', () => {
  const item = createMachine({
    id: 'item',
    context: { count: 0 },
    on: { add: { actions: assign({ count: ({ context }) => context['count'] + 1 }) } },
  });
  const basket = setup({ actors: { item, clock: fromCallback(() => undefined) } }).createMachine({
    id: 'basket',
    context: ({ spawn }) => ({ items: [spawn('item', { id: 'x1' }), spawn('item', { id: 'y2' })], note: '' }),
    invoke: { src: 'clock' },
    on: { note: { actions: assign({ note: ({ event }) => event['text'] }) } },
  });

  test('begins at a checkpoint with all its children, and its end is replayed', () => {
    const visit = recordVisit({ machines: { basket }, now: () => 0, maxCharacters: 5000 });
    const root = started(basket, visit);
    const second = root.getSnapshot().context['items'][1];
    for (let count = 0; count < 200; count += 1) {
      second.send({ type: 'add' });
      root.send({ type: 'note', text: `note of ${count}` });
    }
    const recording = visit.recording();
    expect(recording.entries[0]?.type).toBe('checkpoint');
    const result = checkRecording(recordingText(recording), { machines: { basket } });
    expect([result.verdict, result.notComparable, result.differences]).toEqual(['same', [], []]);
    expect(result.unmet('item.count=200')).toBeUndefined();
    const changed = basket.provide({ actors: { item: createMachine({ id: 'item', context: { count: 0 } }) } });
    expect(checkRecording(recordingText(recording), { machines: { basket: changed } }).verdict).toBe('different');
  });

  test('with children that cannot be restored keeps its end and says why it cannot be replayed', () => {
    const crowd = createMachine({
      id: 'crowd',
      context: ({ spawn }: { spawn: (logic: AnyStateMachine) => unknown }) => ({ person: spawn(item) }),
      on: { clap: {} },
    });
    const visit = recordVisit({ machines: { crowd }, now: () => 0, maxCharacters: 1000 });
    const root = started(crowd, visit);
    for (let count = 0; count < 100; count += 1) root.send({ type: 'clap', count });
    expect(visit.recording().entries.at(-2)).toMatchObject({ type: 'event', event: { type: 'clap', count: 99 } });
    const result = checkRecording(recordingText(visit.recording()), { machines: { crowd } });
    expect(result.verdict).toBe('not comparable');
    expect(result.notComparable[0]).toBe(
      'The visit was too long, and its end cannot be replayed alone: An inline child actor cannot be persisted.',
    );
  });
});

test('a recording of a minified build says that functions were not compared, and never that they differ', () => {
  const machine = lamp();
  const visit = recordVisit({ machines: { machine }, now: () => 0 });
  started(machine, visit).send({ type: 'on' });
  const recording = visit.recording();
  const minified = Object.entries(recording.machines).map(([name, fingerprint]) => [
    name,
    {
      ...fingerprint,
      parts: fingerprint.parts.replaceAll(/\.\w+/g, '.mini'),
      removable: 0,
    },
  ]);
  const text = recordingText({ ...recording, machines: Object.fromEntries(minified) });
  const same = checkRecording(text, { machines: { machine } });
  expect([same.verdict, same.changed, same.isMinifiedOtherwise]).toEqual(['same', [], true]);
  const result = checkRecording(text, { machines: { machine: lamp(2) } });
  expect([result.verdict, result.notComparable]).toEqual([
    'not comparable',
    [expect.stringMatching(/^The replay went otherwise, but only one of the two builds is minified/)],
  ]);
});

test('a guard that read a placeholder is named, and does not prevent the verdict if only another machine has changed', () => {
  const tabs = createMachine({
    id: 'tabs',
    initial: 'home',
    states: {
      home: { on: { open: { guard: ({ event }) => NAMES.includes(event['tab']), target: 'shown' } } },
      shown: {},
    },
  });
  const act = (other: AnyStateMachine) => (visit: VisitRecorder) => {
    started(tabs, visit).send({ type: 'open', tab: 'Citra' });
    started(other, visit);
  };
  const other = lamp();
  const result = check(
    { tabs, other },
    { tabs, other: createMachine({ ...lamp().config, on: { off: {} } }) },
    act(other),
  );
  expect([result.verdict, result.notComparable, result.unjudged]).toEqual([
    'same',
    [],
    [
      'The guard “home.open.guard” of tabs reads event.tab at 0.00 s, which is not in the recording, so the replay cannot judge it.',
    ],
  ]);
});

const failingForm = (message: (event: AnyEventObject) => string) =>
  createMachine({
    id: 'form',
    context: { error: '' },
    on: { fail: { actions: assign({ error: ({ event }) => message(event) }) } },
  });

const search = (limit: number) =>
  createMachine({
    id: 'search',
    context: { count: 0 },
    on: {
      type: {
        guard: ({ event }) => NAMES.includes(event['text']),
        actions: assign({ count: ({ context }) => context.count + 1 }),
      },
      clear: { actions: assign({ count: limit }) },
    },
  });

const coin = (limit: number) =>
  createMachine({
    id: 'coin',
    context: { side: '', count: 0 },
    on: {
      flip: { actions: assign({ side: () => (Math.random() < 0.5 ? 'heads' : 'tails') }) },
      count: { actions: assign({ count: limit }) },
    },
  });

const card = () => createMachine({ id: 'card', context: { id: crypto.randomUUID() }, on: { play: {} } });

describe('a difference', () => {
  test('in a root is not blamed on a change of another root', () => {
    const page = { width: 360 };
    const reader = createMachine({
      id: 'reader',
      context: { width: 0 },
      on: { read: { actions: assign({ width: () => page.width }) } },
    });
    const other = lamp();
    const machines = { reader, other };
    const act = (visit: VisitRecorder) => {
      started(reader, visit).send({ type: 'read' });
      started(other, visit);
      page.width = 1280;
    };
    const result = check(machines, { reader, other: createMachine({ ...lamp().config, on: { off: {} } }) }, act);
    expect([result.verdict, result.changed.map(({ name }) => name)]).toEqual(['not comparable', ['other']]);
    expect(result.notComparable[0]).toMatch(/^The replay went otherwise in a step in which no changed/);
  });

  test('from the text of a changed machine is found although the recording has a placeholder', () => {
    const before = failingForm((event) => String(event['error']));
    const after = createMachine({
      ...before.config,
      on: { fail: { actions: assign({ error: () => 'Submission failed' }) } },
    });
    const result = check({ form: before }, { form: after }, (visit) =>
      started(before, visit).send({ type: 'fail', error: 'The name is taken' }),
    );
    expect(result.verdict).toBe('different');
    expect(result.differences[0]?.parts).toMatchObject([{ name: 'error', today: '"Submission failed"' }]);
  });

  test('in data that a guard decides with a placeholder is not comparable', () => {
    const before = search(0);
    const result = check({ search: before }, { search: search(1) }, (visit) =>
      started(before, visit).send({ type: 'type', text: 'Ana Wijaya' }),
    );
    expect([result.verdict, result.notComparable]).toEqual([
      'not comparable',
      [expect.stringMatching(/^The guard “type\.guard” of search reads event\.text at 0\.00 s/)],
    ]);
  });

  test('between random values with few outcomes is never judged', () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const before = coin(1);
      const result = check({ coin: before }, { coin: coin(2) }, (visit) =>
        started(before, visit).send({ type: 'flip' }),
      );
      expect([result.verdict, result.unrepeatable]).toEqual(['same', ['coin side']]);
    }
  });

  test('of a text that was drawn when the module loaded is not comparable', () => {
    const before = card();
    const result = check({ card: before }, { card: card() }, (visit) => started(before, visit).send({ type: 'play' }));
    expect(result.verdict).toBe('not comparable');
  });
});
