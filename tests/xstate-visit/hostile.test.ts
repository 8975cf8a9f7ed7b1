import { assign, createActor, createMachine, enqueueActions, fromCallback, fromPromise, SimulatedClock } from 'xstate';
import { describe, expect, test, vi } from 'vitest';
import { createStepLog, type InspectedStep } from '../../src/xstate-visit/panel/stepLog.ts';
import { createPlainData, liveData } from '../../src/xstate-visit/recording/plainData.ts';
import { recordingText } from '../../src/xstate-visit/recording/recording.ts';
import { recordVisit } from '../../src/xstate-visit/recording/recordVisit.ts';
import { checkRecording } from '../../src/xstate-visit/replay/checkRecording.ts';
import { layOutStatechart } from '../../src/xstate-visit/statechart/layOutStatechart.ts';
import { machineGraph } from '../../src/xstate-visit/statechart/machineGraph.ts';
import { shelfMachine } from './kitchen.ts';
import { visitOn } from './record.ts';

/** Nested objects, deeper than any stack. */
function deep(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

class Parcel {
  readonly weight = 2;
}

const throwing = {
  get price(): number {
    throw new Error('no price');
  },
};

const ring: unknown[] = [];
ring.push(ring, ring);

const withoutConstructor: unknown = Object.create(Object.create(null));

/** Values that a machine may hold and that JSON cannot. */
const HOSTILE = [
  ['a BigInt', 12n, { $bigint: '12' }],
  ['a date', new Date(0), { $date: '1970-01-01T00:00:00.000Z' }],
  ['a date that is none', new Date(Number.NaN), { $date: 'invalid' }],
  ['a map', new Map([['a', 1n]]), { $map: [['a', { $bigint: '1' }]] }],
  ['a set', new Set([1, 2]), { $set: [1, 2] }],
  ['a number that JSON cannot hold', Number.NaN, { $number: 'NaN' }],
  ['a map with a secret key', new Map([['password', 12]]), { $map: [['password', '(removed)']] }],
  [
    'an object with the keys of a snapshot',
    { status: 'a', context: 'b', value: 1n },
    { status: 'a', context: 'b', value: { $bigint: '1' } },
  ],
  ['a symbol', Symbol('a'), '(symbol)'],
  ['a class instance', new Parcel(), '(Parcel)'],
  ['an object whose class has no constructor', withoutConstructor, '(unreadable)'],
  ['a getter that throws', throwing, { price: '(unreadable)' }],
  ['a list that contains itself twice', ring, ['(circular)', '(circular)']],
  [
    'a proxy that throws',
    new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('no');
        },
      },
    ),
    '(unreadable)',
  ],
] as const;

describe('a value that JSON cannot hold', () => {
  test.each(HOSTILE)('%s is recorded without an error', (_, value, written) => {
    const plain = createPlainData((text) => text)({ value });
    expect(plain).toEqual({ value: written });
    expect(() => JSON.stringify(plain)).not.toThrow();
  });

  test('too deep an object ends with a marker', () => {
    expect(JSON.stringify(createPlainData((text) => text)(deep(20_000)))).toContain('(too deep)');
  });

  test.each([
    ['a BigInt', 12n],
    ['infinity', -Infinity],
    ['a date', new Date(0)],
    ['a map', new Map([['a', new Set([1n])]])],
  ])('%s is the same after a recording', (_, value) => {
    const written: unknown = JSON.parse(JSON.stringify(createPlainData((text) => text)(value)));
    expect(liveData(written, { error: () => new Error('no'), actor: String })).toEqual(value);
  });
});

test('a pattern with the flag g hides every secret', () => {
  const plain = createPlainData((text) => text, /password/gi);
  const secrets = { password: 1, newPassword: 2, confirmPassword: 3, oldPassword: 4 };
  expect(new Set(Object.values(Object(plain(secrets))))).toEqual(new Set(['(removed)']));
});

describe('the app', () => {
  test.each([...HOSTILE, ['an object of 20,000 levels', deep(20_000), undefined] as const])(
    'goes on when its machine stores %s',
    async (_, thing) => {
      const visit = recordVisit(visitOn(() => 0));
      const log = createStepLog(() => 0);
      const steps: InspectedStep[] = [];
      log.subscribe((more) => steps.push(...more));
      const shelf = createActor(shelfMachine, {
        inspect: (event) => {
          visit.inspect(event);
          log.inspect(event);
        },
      }).start();
      shelf.send({ type: 'put', thing });
      shelf.send({ type: 'put', thing: 'a book' });
      await Promise.resolve();
      expect(shelf.getSnapshot().context.count).toBe(2);
      expect(steps.filter(({ event }) => event.type === 'put')).toHaveLength(2);
      expect(recordingText(visit.recording())).toContain('a book');
    },
  );

  test('goes on when the recorder itself fails, and the console says so once', () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const visit = recordVisit({
      ...visitOn(() => 0),
      text: () => {
        throw new Error('no rule');
      },
      address: () => {
        throw new Error('no address');
      },
    });
    const shelf = createActor(shelfMachine, { inspect: visit.inspect }).start();
    shelf.send({ type: 'put', thing: 1 });
    expect(shelf.getSnapshot().context.count).toBe(1);
    expect(written.mock.calls).toEqual([['The inspector failed, so a step may be missing from it: Error: no address']]);
  });

  test('runs no guard because of a step', async () => {
    const guard = vi.fn(() => true);
    const machine = createMachine({ id: 'door', on: { open: { guard, actions: () => undefined } } });
    const log = createStepLog(() => 0);
    const steps: InspectedStep[] = [];
    log.subscribe((more) => steps.push(...more));
    const door = createActor(machine, { inspect: log.inspect }).start();
    door.send({ type: 'open' });
    await Promise.resolve();
    expect(guard).toHaveBeenCalledTimes(1);
    expect(steps.at(-1)?.actor.next()).toMatchObject([{ eventType: 'open', likelihood: 'possible' }]);
  });
});

/** Has each kind of effect; each adds its name to the list. */
function shopWith(effects: string[]) {
  const note = (name: string) => () => void effects.push(name);
  const lamp = createMachine(
    {
      id: 'lamp',
      entry: ['glow', note('an inline action of a child')],
      invoke: { src: fromCallback(note('an inline callback of a child')) },
    },
    { actions: { glow: note('a named action of a child') } },
  );
  const weigh = fromPromise(async () => {
    note('a named promise')();
    return 3;
  });
  const ask = fromPromise(async () => {
    note('an inline promise')();
    return 7;
  });
  return createMachine(
    {
      id: 'shop',
      context: (): { price: number; lamps: unknown[] } => ({ price: 0, lamps: [] }),
      entry: [
        'ring',
        note('an inline action'),
        enqueueActions(({ enqueue }) => enqueue(note('an enqueued action'))),
        assign({ lamps: ({ spawn }) => [spawn(lamp), spawn(fromCallback(note('a spawned callback')))] }),
      ],
      invoke: [
        { src: 'weigh' },
        { id: 'ask', src: ask, onDone: { actions: assign({ price: ({ event }) => Number(event['output']) }) } },
      ],
      after: { 1000: { actions: note('an action after a delay') } },
      on: { sell: { actions: note('an action of a transition') } },
    },
    { actions: { ring: note('a named action') }, actors: { weigh } },
  );
}

describe('a replay runs no effect', () => {
  test('named or inline, of the machine, its children and spawned actors; recorded results are repeated', async () => {
    const effects: string[] = [];
    const machine = shopWith(effects);
    const clock = new SimulatedClock();
    const visit = recordVisit(visitOn(() => clock.now()));
    const shop = createActor(machine, { inspect: visit.inspect, clock }).start();
    await new Promise((resolve) => setTimeout(resolve));
    shop.send({ type: 'sell' });
    clock.increment(1000);
    expect(new Set(effects).size).toBe(11);

    effects.length = 0;
    const result = checkRecording(recordingText(visit.recording()), {
      machines: { [machine.id]: machine },
      brokenRules: () => [],
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(effects).toEqual([]);
    expect(result.differences).toEqual([]);
    expect(result.unmet('shop.price=7')).toBeUndefined();
  });
});

describe('any name works', () => {
  const machine = createMachine({
    id: 'my-shop (v1.0)',
    context: { 'unit price': 2 },
    initial: 'waiting for a customer',
    states: {
      'waiting for a customer': { on: { 'customer.comes-in (first)': 'serving (with a smile)' } },
      'serving (with a smile)': { after: { 500: 'paid' } },
      paid: { initial: 'by card.contactless', states: { 'by card.contactless': {} } },
    },
  });

  test('in a chart', async () => {
    const layout = await layOutStatechart(machineGraph(machine));
    expect(layout.states).toHaveLength(5);
    expect(layout.arrows.map(({ points }) => points.length > 0)).toEqual([true, true, true, true]);
  });

  test.each([
    ['my-shop (v1.0).serving (with a smile)', undefined],
    ['my-shop (v1.0).unit price=2', undefined],
    ['my-shop (v1.0).unit price=3', 'Expected my-shop (v1.0).unit price to be 3; it is 2.'],
    ['my-shop (v1.0).paid', 'Expected my-shop (v1.0).paid; it is serving (with a smile).'],
  ])('in an expectation: %s', (expectation, unmet) => {
    const visit = recordVisit(visitOn(() => 0));
    createActor(machine, { inspect: visit.inspect }).start().send({ type: 'customer.comes-in (first)' });
    const result = checkRecording(recordingText(visit.recording()), {
      machines: { [machine.id]: machine },
      brokenRules: () => [],
    });
    expect(result.unmet(expectation)).toBe(unmet);
  });
});
