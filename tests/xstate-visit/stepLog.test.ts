import { createActor, fromPromise } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createStepLog, type InspectedStep } from '../../src/xstate-visit/panel/stepLog.ts';
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
