import { assign, createActor, createMachine, fromTransition, spawnChild, stopChild, type AnyEventObject } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createStepLog, type InspectedStep } from '../../src/xstate-visit/panel/stepLog.ts';
import { counterMachine } from './kitchen.ts';

function openLog(options?: Parameters<typeof createStepLog>[1]) {
  const log = createStepLog(() => 0, options);
  const steps: InspectedStep[] = [];
  log.subscribe((more) => steps.push(...more));
  return { ...log, steps };
}

const todoMachine = createMachine({ id: 'todo', on: { check: {} } });
const listMachine = createMachine(
  {
    id: 'list',
    entry: [spawnChild('todo', { id: 'todo-1' }), spawnChild('todo'), spawnChild('total', { id: 'sum' })],
    invoke: { src: 'total' },
    on: { clear: { actions: [stopChild('todo-1'), stopChild('sum')] }, move: {} },
  },
  { actors: { todo: todoMachine, total: fromTransition((sum: number) => sum, 0) } },
);

describe('the list of running actors', () => {
  test('names each child by its own id, and by its machine or its logic', async () => {
    const { inspect, steps } = openLog();
    createActor(listMachine, { inspect }).start();
    await Promise.resolve();
    const running = steps.at(-1)?.running.map(({ name, kind }) => `${name}, ${kind}`);
    expect(running?.toSorted()).toEqual([
      'list, list',
      'sum, sum',
      'todo, todo',
      'todo-1 (todo), todo',
      'total, total',
    ]);
  });

  test('loses actors that were stopped, also those that do not report it', async () => {
    const { inspect, steps } = openLog();
    createActor(listMachine, { inspect }).start().send({ type: 'clear' });
    await Promise.resolve();
    expect(
      steps
        .at(-1)
        ?.running.map(({ name }) => name)
        .toSorted(),
    ).toEqual(['list', 'todo', 'total']);
    expect(steps.filter(({ outcome }) => outcome === 'ended').map(({ actor }) => actor.name)).toEqual([
      'todo-1 (todo)',
      'sum',
    ]);
  });
});

describe('frequent events', () => {
  test('are delivered to the panel together, when it is ready for them', () => {
    const deliveries: (() => void)[] = [];
    const { inspect, steps } = openLog({ schedule: (deliver) => deliveries.push(deliver) });
    const counter = createActor(counterMachine, { inspect }).start();
    for (let count = 0; count < 600; count += 1) counter.send({ type: 'count' });
    expect([deliveries.length, steps.length]).toEqual([1, 0]);
    deliveries[0]?.();
    expect(steps.length).toBeGreaterThan(600);
    counter.send({ type: 'count' });
    expect(deliveries).toHaveLength(2);
  });

  test('that are ignored are not listed, but the actor’s data is up to date', async () => {
    const { inspect, steps } = openLog({ ignored: /^count$/ });
    const counter = createActor(counterMachine, { inspect }).start();
    counter.send({ type: 'count' });
    counter.send({ type: 'close' });
    await Promise.resolve();
    expect(steps.map(({ event }) => event.type)).not.toContain('count');
    expect(steps.at(-1)?.actor.data).toEqual({ context: { count: 1 } });
  });
});

test('an event is sent to a running actor, and to none that has ended', async () => {
  const { inspect, steps, send } = openLog();
  const counter = createActor(counterMachine, { inspect }).start();
  await Promise.resolve();
  const id = steps.at(-1)?.actorId ?? 0;
  send(id, { type: 'count' });
  expect(counter.getSnapshot().context.count).toBe(1);
  counter.stop();
  expect(() => send(id, { type: 'count' })).not.toThrow();
});

/** The steps of a machine that adds to a list of this length 150 times. */
async function stepsOfList(length: number): Promise<readonly InspectedStep[]> {
  const machine = createMachine({
    id: 'numbers',
    context: { numbers: Array.from({ length }, () => 1) },
    on: { add: { actions: assign({ numbers: ({ context }) => [...context['numbers'], 2] }) } },
  });
  const { inspect, steps } = openLog();
  const actor = createActor(machine, { inspect }).start();
  for (let count = 0; count < 150; count += 1) actor.send({ type: 'add' });
  await Promise.resolve();
  return steps;
}

const countsOf = (...counts: readonly [count: number, value: number][]) =>
  counts.flatMap(([length, value]) => Array.from({ length }, () => value));

test('the last hundred steps and the current one know their possible events', async () => {
  const steps = await stepsOfList(1);
  expect(steps.map(({ actor }) => actor.next().length)).toEqual(countsOf([50, 0], [101, 1]));
});

test('a long list is shown in part, and only the current step knows its possible events', async () => {
  const steps = await stepsOfList(5000);
  expect(JSON.stringify(steps.at(-1)?.actor.data)).toMatch(
    /^\{"context":\{"numbers":\[(?:1,){1000}"\(4150 more\)"\]\}\}$/,
  );
  expect(steps.map(({ actor }) => actor.next().length)).toEqual(countsOf([150, 0], [1, 1]));
});

test.each([
  ['map', (length: number) => new Map(Array.from({ length }, (_, index) => [`k${index}`, 1])), '$map'],
  ['set', (length: number) => new Set(Array.from({ length }, (_, index) => index)), '$set'],
])('a large %s is shown in part', async (_, make, marker) => {
  const { inspect, steps } = openLog();
  const machine = createMachine({ context: { all: make(1003) } });
  createActor(machine, { inspect }).start();
  await Promise.resolve();
  expect(steps[0]?.actor.data).toEqual({
    context: { all: { [marker]: expect.objectContaining({ length: 1001, 1000: '(3 more)' }) } },
  });
});

test('a large object is shown in part', async () => {
  const { inspect, steps } = openLog();
  const all = Object.fromEntries(Array.from({ length: 1003 }, (_, index) => [`k${index}`, 1]));
  createActor(createMachine({ context: { all } }), { inspect }).start();
  await Promise.resolve();
  expect(JSON.stringify(steps[0]?.actor.data)).toMatch(/"k999":1,"…":"\(3 more\)"\}\}\}$/);
});

test('the running actors stay a tree, each child below its parent, while actors end', async () => {
  const { inspect, steps } = openLog();
  const parent = createMachine({
    id: 'parent',
    entry: ['a', 'b', 'c', 'd'].map((id) => spawnChild(listMachine, { id })),
    on: { end: { actions: stopChild(({ event }: { event: AnyEventObject }) => event['id']) } },
  });
  const actor = createActor(parent, { inspect }).start();
  for (const id of ['a', 'c', 'd']) actor.send({ type: 'end', id });
  actor.getSnapshot().children['b']?.send({ type: 'clear' });
  await Promise.resolve();
  expect(steps.at(-1)?.running.map(({ name }) => name)).toEqual(['parent', 'b (list)', 'todo', 'total']);
});
