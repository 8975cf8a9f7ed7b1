import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createStepLog, type InspectedStep } from '../../src/inspector/panel/stepLog.ts';
import { withoutSecrets } from '../../src/inspector/recording/plainData.ts';
import { counterMachine, kettleMachine } from './kitchen.ts';

function openLog() {
  const log = createStepLog(() => 0, withoutSecrets(/password/));
  const steps: InspectedStep[] = [];
  log.subscribe((more) => steps.push(...more));
  return { ...log, steps };
}

describe('a step', () => {
  test('says who sent what to whom, what came of it and who runs, as a tree', async () => {
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
      ['', 'watch', 'xstate.stop', 'ended', ['counter open', 'watch stopped']],
      ['', 'counter', 'close', 'moved', ['counter closed']],
      ['', 'counter', 'count', 'ignored', ['counter closed']],
    ]);
  });

  test('is notified after the product is through with it, never in the midst', async () => {
    const { inspect, steps } = openLog();
    createActor(counterMachine, { inspect }).start();
    expect(steps).toEqual([]);
    await Promise.resolve();
    expect(steps).toHaveLength(2);
  });

  test('says which transitions are possible, refused, decided by what is sent, or come by themselves', async () => {
    const { inspect, steps } = openLog();
    createActor(counterMachine, { inspect }).start().send({ type: 'count' });
    await Promise.resolve();
    expect(steps.at(-1)?.actor.next.map(({ id, label, likelihood }) => [id, label, likelihood])).toEqual([
      ['counter.open:count:0', 'count', 'possible'],
      ['counter.open:close:0', 'close', 'possible'],
      ['counter.open:reset:0', 'reset', 'refused'],
      ['counter.open:set:0', 'set', 'depends'],
      ['counter.open:xstate.after.timeout.counter.open:0', 'after timeout (60000 ms)', 'waits'],
    ]);
  });

  test('shows no secret', async () => {
    const { inspect, steps } = openLog();
    const kettle = createActor(kettleMachine, { inspect, input: { owner: 'Ana' } }).start();
    const secret = { password: 'rahasia-sekali' };
    kettle.send({ type: 'water.fill', litres: 1, ...secret });
    await Promise.resolve();
    expect(JSON.stringify(steps.map(({ event, actor }) => [event, actor.data]))).not.toContain('rahasia-sekali');
  });
});
