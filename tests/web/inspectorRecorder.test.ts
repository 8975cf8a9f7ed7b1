import { assign, createActor, createMachine, fromCallback, fromPromise, setup } from 'xstate';
import { getStateNodes } from 'xstate/graph';
import { describe, expect, test } from 'vitest';
import { authDialogMachine } from '#machines/authDialogMachine.ts';
import type { InspectedStep } from '#machines/inspectorMachine.ts';
import { bookingMachine } from '#machines/bookingMachine.ts';
import { createRecorder } from '../../src/web/inspector/createRecorder.ts';
import { machineTree } from '../../src/recording/machineTree.ts';
import { machineSource } from '../../src/web/inspector/machineSource.ts';
import { redact } from '../../src/web/inspector/redact.ts';
import { actorEvent, stepEvents } from '../../src/web/inspector/statelyEvents.ts';

const SECRET = 'rahasia-sekali';

describe('what is kept, shown and streamed', () => {
  test('holds no password and no token, however deep', () => {
    const user = { username: 'ana', password: SECRET, confirmPassword: SECRET, token: SECRET };
    expect(redact({ type: 'xstate.done.actor.signIn', output: [user] })).toEqual({
      type: 'xstate.done.actor.signIn',
      output: [{ username: 'ana', password: '(removed)', confirmPassword: '(removed)', token: '(removed)' }],
    });
  });

  test('holds no value typed into a field of such a name', () => {
    expect(redact({ type: 'field.change', field: 'confirmPassword', value: SECRET })).toEqual({
      type: 'field.change',
      field: 'confirmPassword',
      value: '(removed)',
    });
    expect(redact({ type: 'field.change', field: 'username', value: 'ana' })).toEqual({
      type: 'field.change',
      field: 'username',
      value: 'ana',
    });
  });

  test('still shows that a password is empty or none', () => {
    expect(redact({ password: '', token: undefined })).toEqual({ password: '', token: undefined });
  });

  test('is plain data: failures by their message, anything else by its name, a ring once', () => {
    const ring: Record<string, unknown> = { name: 'ring' };
    ring['itself'] = ring;
    expect(redact({ error: new Error('no'), at: new Date(0), run: () => 1, ring })).toEqual({
      error: { name: 'Error', message: 'no' },
      at: '(Date)',
      run: '(function)',
      ring: { name: 'ring', itself: '(circular)' },
    });
  });

  test('holds no password of somebody who signs in, in the log or in the stream', async () => {
    const { record, steps, texts } = stageRecorder();
    const dialog = createActor(
      authDialogMachine.provide({
        actors: { signIn: fromPromise(() => Promise.resolve({ ...member, token: SECRET })) },
      }),
      { inspect: record },
    ).start();
    dialog.send({ type: 'auth.open' });
    dialog.send({ type: 'field.change', field: 'username', value: 'ana-maria' });
    dialog.send({ type: 'field.change', field: 'password', value: SECRET });
    dialog.send({ type: 'auth.submit' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(steps.map(({ actor }) => actor.state)).toContain('open.signIn.submitting');
    expect(steps.at(-1)?.actor.name).toBe('signIn');
    expect(texts().join()).toContain('ana-maria');
    expect(texts().join()).not.toContain(SECRET);
  });
});

describe('a step', () => {
  test('says who sent what to whom, what came of it and who runs, as a tree', async () => {
    const { record, steps } = stageRecorder();
    const actor = createActor(counter, { inspect: record }).start();
    actor.send({ type: 'count' });
    actor.send({ type: 'close' });
    actor.send({ type: 'count' });
    await Promise.resolve();
    expect(
      steps.map(({ from, to, event, outcome, running }) => [
        from,
        to,
        event.type,
        outcome,
        running.map(({ name, state }) => `${name} ${state}`),
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

  test('is told after the product is through with it', async () => {
    const { record, steps } = stageRecorder();
    createActor(counter, { inspect: record }).start();
    expect(steps).toEqual([]);
    await Promise.resolve();
    expect(steps).toHaveLength(2);
  });

  test('says which transitions are possible, refused, decided by what is sent, or come by themselves', async () => {
    const { record, steps } = stageRecorder();
    createActor(counter, { inspect: record }).start().send({ type: 'count' });
    await Promise.resolve();
    expect(steps.at(-1)?.actor.next.map(({ id, label, chance }) => [id, label, chance])).toEqual([
      ['counter.open:count:0', 'count', 'possible'],
      ['counter.open:close:0', 'close', 'possible'],
      ['counter.open:reset:0', 'reset', 'refused'],
      ['counter.open:set:0', 'set', 'depends'],
      ['counter.open:xstate.after.patience.counter.open:0', 'after patience', 'waits'],
    ]);
  });
});

describe('copy machine', () => {
  test('gives source that makes a machine of the same states, with names only', () => {
    const again = createMachine(JSON.parse(JSON.stringify(machineTree(bookingMachine))));
    expect(getStateNodes(again).map(({ id }) => id)).toEqual(getStateNodes(bookingMachine).map(({ id }) => id));
    expect(machineSource(bookingMachine)).toMatch(/^import \{ createMachine \} from 'xstate';\n/);
    expect(machineSource(bookingMachine)).toContain('"type": "mayBuy"');
    expect(machineSource(bookingMachine)).not.toContain('=>');
  });
});

const member = { id: 'u1', username: 'ana', displayName: 'Ana', age: 30, balance: 0 };

const types: { context: { count: number } } = { context: { count: 0 } };

const counter = setup({
  types,
  actors: { watch: fromCallback(() => undefined) },
  guards: {
    isHigh: ({ context }) => context.count > 5,
    isRight: (_, params: { to: unknown }) => params.to === 1,
  },
  actions: { add: assign({ count: ({ context }) => context.count + 1 }) },
  delays: { patience: 60_000 },
}).createMachine({
  id: 'counter',
  context: { count: 0 },
  initial: 'open',
  states: {
    open: {
      invoke: { id: 'watch', src: 'watch' },
      on: {
        count: { actions: 'add' },
        close: 'closed',
        reset: { guard: 'isHigh', target: 'closed' },
        set: { guard: { type: 'isRight', params: ({ event }) => ({ to: event.type }) }, target: 'closed' },
      },
      after: { patience: 'closed' },
    },
    closed: {},
  },
});

function stageRecorder() {
  const recorder = createRecorder(() => 0);
  const steps: InspectedStep[] = [];
  recorder.subscribe((more) => steps.push(...more));
  return {
    record: recorder.inspect,
    steps,
    texts: () =>
      steps.flatMap((step) => [
        JSON.stringify(step),
        JSON.stringify(stepEvents(step)),
        JSON.stringify(actorEvent(step.actor, recorder.machineOf(step.actorId))),
      ]),
  };
}
