import { assign, createActor, createMachine, fromPromise, sendTo, type AnyStateMachine } from 'xstate';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createStepLog, type InspectedStep } from '../../src/xstate-visit/panel/stepLog.ts';
import type { Sanitizers } from '../../src/xstate-visit/sanitizers.ts';
import { bakeryMachine, counterMachine, kettleMachine, ovenMachine } from './kitchen.ts';

function openLog() {
  const log = createStepLog(() => 0, { secret: /password/ });
  const steps: InspectedStep[] = [];
  log.subscribe((more) => steps.push(...more));
  return { ...log, steps };
}

describe('a step', () => {
  test('contains sender, receiver, event, outcome and the tree of running actors', async () => {
    const { inspect, steps } = openLog();
    const actor = createActor(counterMachine, { inspect }).start();
    actor.send({ type: 'count' });
    actor.send({ type: 'close' });
    actor.send({ type: 'count' });
    await Promise.resolve();
    expect(
      steps.map(({ from, actor: { name }, event, outcome, running }) => [
        from,
        name,
        event.type,
        outcome,
        running.map((each) => `${each.name} ${each.state}`),
      ]),
    ).toEqual([
      ['counter', 'watch', 'xstate.init', 'moved', ['watch active']],
      ['', 'counter', 'xstate.init', 'moved', ['counter open', 'watch active']],
      ['', 'counter', 'count', 'stayed', ['counter open', 'watch active']],
      ['', 'watch', 'xstate.stop', 'ended', ['counter open']],
      ['', 'counter', 'close', 'moved', ['counter closed']],
      ['', 'counter', 'count', 'ignored', ['counter closed']],
    ]);
  });

  test('contains the sender of its event, and its time since the start of the log', async () => {
    let now = 5000;
    const log = createStepLog(() => now, { secret: /password/ });
    const steps: InspectedStep[] = [];
    log.subscribe((more) => steps.push(...more));
    now = 5250.4;
    const bakery = createActor(bakeryMachine, { inspect: log.inspect }).start();
    bakery.getSnapshot().children['oven']?.send({ type: 'tray.add', name: 'cake' });
    await Promise.resolve();
    expect(steps.map(({ at, from, actor, event }) => [at, from, actor.name, event.type])).toEqual([
      [250, 'bakery', 'oven', 'xstate.init'],
      [250, 'bakery', 'oven', 'heat.up'],
      [250, '', 'bakery', 'xstate.init'],
      [250, '', 'oven', 'tray.add'],
    ]);
  });

  test('reports an ignored event between two handled ones', async () => {
    const { inspect, steps } = openLog();
    const counter = createActor(counterMachine, { inspect }).start();
    for (const type of ['count', 'reset', 'count'] as const) counter.send({ type });
    await Promise.resolve();
    expect(steps.slice(-3).map(({ outcome }) => outcome)).toEqual(['stayed', 'ignored', 'stayed']);
  });

  test('follows from an event sent by id, which reaches only the actor with that id', async () => {
    const { inspect, send, steps } = openLog();
    const [first, second] = [1, 2].map(() => createActor(ovenMachine, { inspect, input: {} }).start());
    await Promise.resolve();
    send(steps.at(-1)?.actorId ?? 0, { type: 'heat.up' });
    send(99, { type: 'heat.up' });
    const isHeated = (oven: typeof first) => oven?.getSnapshot().matches({ used: { heat: 'on' } });
    expect([first, second].map(isHeated)).toEqual([false, true]);
  });

  test('does not reach a listener that has unsubscribed', async () => {
    const { inspect, subscribe } = openLog();
    let count = 0;
    subscribe(() => void (count += 1))();
    createActor(counterMachine, { inspect }).start();
    await Promise.resolve();
    expect(count).toBe(0);
  });

  test('reaches listeners only after the product has handled the event', async () => {
    const { inspect, steps } = openLog();
    createActor(counterMachine, { inspect }).start();
    expect(steps).toEqual([]);
    await Promise.resolve();
    expect(steps).toHaveLength(2);
  });

  test('marks each transition as possible, refused, dependent on the event, or automatic', async () => {
    const { inspect, steps } = openLog();
    createActor(counterMachine, { inspect }).start().send({ type: 'count' });
    await Promise.resolve();
    expect(
      steps
        .at(-1)
        ?.actor.next()
        .map(({ id, label, likelihood }) => [id, label, likelihood]),
    ).toEqual([
      ['counter.open:count:0', 'count', 'possible'],
      ['counter.open:close:0', 'close', 'possible'],
      ['counter.open:reset:0', 'reset', 'refused'],
      ['counter.open:set:0', 'set', 'depends'],
      ['counter.open:xstate.after.timeout.counter.open:0', 'after timeout (60000 ms)', 'waits'],
    ]);
  });

  test('contains no secret of an event', async () => {
    const { inspect, steps } = openLog();
    const kettle = createActor(kettleMachine, { inspect, input: { owner: 'Ana' } }).start();
    const secret = { password: 'rahasia-sekali' };
    kettle.send({ type: 'water.fill', litres: 1, ...secret });
    await Promise.resolve();
    expect(JSON.stringify(steps.map(({ event, actor }) => [event, actor.data]))).not.toContain('rahasia-sekali');
  });

  test('contains no secret of a machine’s data, or of the input or the output of an effect', async () => {
    const log = createStepLog(() => 0, { secret: /owner|output|^data$/ });
    const steps: InspectedStep[] = [];
    log.subscribe((more) => steps.push(...more));
    const greeter = fromPromise<string, { owner: string }>(({ input }) => Promise.resolve(`Hello ${input.owner}`));
    createActor(greeter, { inspect: log.inspect, input: { owner: 'rahasia-sekali' } }).start();
    createActor(kettleMachine, { inspect: log.inspect, input: { owner: 'rahasia-sekali' } }).start();
    await new Promise((resolve) => setTimeout(resolve));
    expect(steps.map(({ actor }) => actor.status)).toContain('done');
    expect(JSON.stringify(steps.map(({ event, running }) => [event, running.map(({ data }) => data)]))).not.toMatch(
      /rahasia/,
    );
  });
});

/** Throws an error with this message. */
function failing(message: string) {
  return () => {
    throw new Error(message);
  };
}

const reject = fromPromise(() => Promise.reject(new Error('promise')));

/** Machines that crash with the name of what throws, as root and as child, and when. */
const CRASHES = [
  ['an action', 'go', createMachine({ id: 'mill', on: { go: { actions: failing('action') } } })],
  ['a guard', 'go', createMachine({ id: 'mill', on: { go: { guard: failing('guard'), actions: () => undefined } } })],
  [
    'assign',
    'go',
    createMachine({ id: 'mill', context: { a: 1 }, on: { go: { actions: assign({ a: failing('assign') }) } } }),
  ],
  [
    'promise',
    'xstate.error.actor.0.mill.off',
    createMachine({ id: 'mill', initial: 'off', states: { off: { invoke: { src: reject } } } }),
  ],
  ['an action at the start', 'xstate.init', createMachine({ id: 'mill', entry: failing('action') })],
  ['context', 'xstate.init', createMachine({ id: 'mill', context: failing('context') })],
] as const;

/** Catches the errors that XState reports because no observer handles them. */
function catchUncaught(): () => readonly string[] {
  const messages: string[] = [];
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', ({ message }) => messages.push(message));
  onTestFinished(() => {
    process.removeAllListeners('uncaughtException');
    for (const each of others) process.on('uncaughtException', each);
  });
  return () => messages;
}

/** Starts a machine, sends `go`, and waits for the crash, and for XState to report it unless the parent handles it. */
async function crash(machine: AnyStateMachine, isHandled = false) {
  const log = openLog();
  const uncaught = catchUncaught();
  // XState warns about an event for an actor that has crashed.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  const actor = createActor(machine, { inspect: log.inspect }).start();
  actor.send({ type: 'go' });
  await expect.poll(() => log.steps.some(({ outcome }) => outcome === 'crashed')).toBe(true);
  await expect.poll(uncaught).toHaveLength(isHandled ? 0 : 1);
  return { ...log, uncaught };
}

describe('a crash', () => {
  test.each(CRASHES)(
    'of a root because of %s is a step, and the machine stays in the list',
    async (name, type, machine) => {
      const { steps, uncaught } = await crash(machine);
      const message = expect.stringContaining(name.replace('an ', '').replace('a ', '').replace(' at the start', ''));
      expect(uncaught()).toEqual([message]);
      const crashed = steps.filter(({ actor }) => actor.kind === 'mill' && actor.status !== 'active');
      expect(crashed).toMatchObject([
        {
          event: { type },
          outcome: 'crashed',
          actor: { status: 'error', state: 'crashed', crash: { message }, activeIds: [], tags: [] },
        },
      ]);
      expect(crashed[0]?.actor.next()).toEqual([]);
      expect(crashed[0]?.actor.can({ type: 'go' })).toBe(false);
      expect(steps.at(-1)?.running.filter(({ machine: each }) => each !== undefined)).toMatchObject([
        { state: 'crashed' },
      ]);
    },
  );

  test.each(CRASHES)('of a child because of %s is a step before the crash of its parent', async (_, type, machine) => {
    const { steps } = await crash(
      createMachine({
        id: 'baker',
        invoke: { id: 'mill', src: machine },
        on: { go: { actions: sendTo('mill', { type: 'go' }) } },
      }),
    );
    const crashes = steps.filter(({ actor, outcome }) => actor.machine !== undefined && outcome === 'crashed');
    expect(crashes.map(({ actor, event }) => [actor.name, event.type])).toEqual([
      ['mill', type],
      ['baker', 'xstate.error.actor.mill'],
    ]);
  });

  test('of a child is handled by its parent, which goes on', async () => {
    const { steps } = await crash(
      createMachine({
        id: 'baker',
        initial: 'milling',
        states: {
          milling: {
            invoke: { id: 'mill', src: CRASHES[2][2], onError: 'resting' },
            on: { go: { actions: sendTo('mill', { type: 'go' }) } },
          },
          resting: {},
        },
      }),
      true,
    );
    expect(steps.at(-1)?.running.map(({ name, state }) => [name, state])).toEqual([
      ['baker', 'resting'],
      ['mill', 'crashed'],
    ]);
  });

  test('names the last state, and its message contains no secret of the machine', async () => {
    const machine = createMachine({
      id: 'mill',
      context: { password: 'rahasia-sekali' },
      initial: 'locked',
      states: { locked: { on: { go: { actions: failing('no entry with rahasia-sekali') } } } },
    });
    const { steps } = await crash(machine);
    expect(steps.at(-1)?.actor.crash).toEqual({ message: 'no entry with (removed)', state: 'locked' });
    expect(JSON.stringify(steps.map(({ event, actor }) => [event, actor.data]))).not.toContain('rahasia');
  });

  test('does not replace the error handling of the app', async () => {
    const uncaught = catchUncaught();
    const { inspect } = openLog();
    const actor = createActor(CRASHES[0][2], { inspect });
    const handled: unknown[] = [];
    actor.subscribe({ error: (error) => handled.push(String(error)) });
    actor.start().send({ type: 'go' });
    // XState would report the error in a timer that was set before this one.
    await new Promise((resolve) => setTimeout(resolve));
    expect([handled, uncaught()]).toEqual([['Error: action'], []]);
  });

  test('of more than 20 machines leaves the last 20 in the list', async () => {
    const { inspect, steps } = openLog();
    const uncaught = catchUncaught();
    for (let count = 0; count < 25; count += 1) createActor(CRASHES[0][2], { inspect }).start().send({ type: 'go' });
    await expect.poll(uncaught).toHaveLength(25);
    expect(steps.at(-1)?.running).toHaveLength(20);
    expect(steps.at(-1)?.running.at(-1)?.id).toBe(25);
  });

  test('is among the steps that a flush delivers', async () => {
    const { flush, inspect, steps } = openLog();
    catchUncaught();
    createActor(CRASHES[0][2], { inspect }).start().send({ type: 'go' });
    flush();
    expect(steps.map(({ outcome }) => outcome)).toEqual(['moved', 'crashed']);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(steps).toHaveLength(2);
  });
});

describe('whether a machine would take an event', () => {
  test('is known for listed events, their guards and wildcards, and unknown for effects and failing guards', async () => {
    const { inspect, steps } = openLog();
    createActor(counterMachine, { inspect }).start();
    createActor(createMachine({ id: 'any', on: { 'door.*': { actions: () => undefined } } }), { inspect }).start();
    createActor(createMachine({ id: 'odd', on: { go: { guard: failing('guard'), actions: () => undefined } } }), {
      inspect,
    }).start();
    await Promise.resolve();
    const can = (name: string, event: { type: string; to?: number }) =>
      steps
        .at(-1)
        ?.running.find((actor) => actor.name === name)
        ?.can(event);
    expect([
      can('counter', { type: 'count' }),
      can('counter', { type: 'reset' }),
      can('counter', { type: 'set', to: 1 }),
      can('counter', { type: 'set', to: 2 }),
      can('counter', { type: 'fly' }),
      can('any', { type: 'door.open' }),
      can('watch', { type: 'door.open' }),
      can('odd', { type: 'go' }),
    ]).toEqual([true, false, true, false, false, true, undefined, undefined]);
  });
});

function openSanitized(options: Sanitizers) {
  const { inspect, subscribe } = createStepLog(() => 0, options);
  const steps: InspectedStep[] = [];
  subscribe((more) => steps.push(...more));
  return { inspect, steps };
}

describe('the functions that change what the panel shows', () => {
  test('change events, contexts, inputs and outputs, before secrets are removed', async () => {
    const { inspect, steps } = openSanitized({
      sanitizeEvent: ({ type }) => ({ type, shortened: true, password: 'rahasia' }),
      sanitizeContext: (context) => ({ keys: Object.keys(context), password: 'rahasia' }),
    });
    const kettle = createActor(kettleMachine, { inspect, input: { owner: 'Ana' } }).start();
    kettle.send({ type: 'water.fill', litres: 1 });
    await Promise.resolve();
    expect(steps.find(({ event }) => event.type === 'water.fill')).toMatchObject({
      event: { data: { type: 'water.fill', shortened: true, password: '(removed)' } },
      actor: { data: { context: { keys: ['litres', 'celsius', 'owner'], password: '(removed)' } } },
    });
    expect(steps.find(({ actor }) => actor.name === 'measure')?.actor.data).toMatchObject({
      input: { keys: ['owner', 'litres'] },
    });
    expect(kettle.getSnapshot().context.litres).toBe(1);
  });

  test('never reach the app with an error: the panel shows that the value is unreadable', async () => {
    const { inspect, steps } = openSanitized({ sanitizeEvent: failing('no'), sanitizeContext: failing('no') });
    createActor(counterMachine, { inspect }).start().send({ type: 'count' });
    await Promise.resolve();
    expect(steps.at(-1)).toMatchObject({
      event: { type: 'count', data: '(unreadable)' },
      actor: { state: 'open', data: { context: '(unreadable)' } },
    });
  });
});
