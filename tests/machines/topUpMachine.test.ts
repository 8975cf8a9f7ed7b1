import { assign, createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { TOP_UP_PRESETS } from '#domain/money.ts';
import { topUpMachine, type TopUpFact } from '#machines/topUpMachine.ts';
import { controlledCall } from './controlledCall.ts';

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });

describe('section 5: top-up needs only a selected amount', () => {
  test.each(TOP_UP_PRESETS.map((amount) => [amount]))('the preset %i can be chosen', (amount) => {
    const { actor, state } = stageTopUp();
    actor.send({ type: 'amount.choose', amount });
    actor.send({ type: 'topUp.review' });
    expect(state()).toBe('confirming');
    expect(actor.getSnapshot().context.amount).toBe(amount);
  });

  test.each([[0], [-50_000], [1], [60_000], [1_500_001], [Number.NaN]])(
    '%d is no preset and is not taken',
    (amount) => {
      const { actor, state } = stageTopUp();
      actor.send({ type: 'amount.choose', amount });
      expect(actor.getSnapshot().can({ type: 'topUp.review' })).toBe(false);
      actor.send({ type: 'topUp.review' });
      expect(state()).toBe('choosing');
    },
  );

  test('the last amount chosen counts, also after going back', () => {
    const { actor } = stageTopUp();
    actor.send({ type: 'amount.choose', amount: 50_000 });
    actor.send({ type: 'topUp.review' });
    actor.send({ type: 'topUp.back' });
    actor.send({ type: 'amount.choose', amount: 75_000 });
    actor.send({ type: 'amount.choose', amount: 60_000 });
    expect(actor.getSnapshot().context.amount).toBe(75_000);
  });
});

describe('section 4: top-up', () => {
  test('sends amount and key, announces the balance, a message, then home after 1.5 s and not before', async () => {
    const { actor, clock, facts, paths, state, topUp } = stageSubmit();
    expect(state()).toBe('submitting');
    expect(topUp.inputs()).toEqual([{ amount: 50_000, idempotencyKey: 'key-1' }]);
    await topUp.answer({ balance: 120_000 });
    expect(state()).toBe('succeeded');
    expect(facts).toEqual([
      { type: 'balance.changed', balance: 120_000 },
      notify('success', 'Successfully top up the balance'),
    ]);
    clock.increment(1499);
    expect({ state: state(), paths }).toEqual({ state: 'succeeded', paths: [] });
    clock.increment(1);
    expect({ state: state(), paths }).toEqual({ state: 'leaving', paths: ['/'] });
    expect(actor.getSnapshot().status).toBe('done');
  });

  test('the visitor who came from a film goes back to its seats', async () => {
    const { clock, paths, topUp } = stageSubmit('/movie/Metropolis?date=05+Mar&time=14.30');
    await topUp.answer({ balance: 120_000 });
    clock.increment(1500);
    expect(paths).toEqual(['/movie/Metropolis?date=05+Mar&time=14.30']);
  });

  test('a second confirm sends nothing, at no moment', async () => {
    const { actor, topUp } = stageSubmit();
    actor.send({ type: 'topUp.confirm' });
    expect(actor.getSnapshot().can({ type: 'topUp.confirm' })).toBe(false);
    expect(actor.getSnapshot().can({ type: 'topUp.back' })).toBe(false);
    await topUp.answer({ balance: 120_000 });
    actor.send({ type: 'topUp.confirm' });
    actor.send({ type: 'topUp.review' });
    expect(topUp.inputs()).toHaveLength(1);
  });

  test('a failure shows in dialog and toast; the same intent repeats its key', async () => {
    const { actor, facts, paths, state, topUp } = stageSubmit();
    await topUp.fail(unreachable);
    expect(state()).toBe('confirming');
    expect(actor.getSnapshot().context.failure).toBe('The cinema cannot be reached.');
    expect(facts).toEqual([notify('error', 'The cinema cannot be reached.')]);
    expect(paths).toEqual([]);
    actor.send({ type: 'topUp.confirm' });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    expect(topUp.inputs()).toEqual([
      { amount: 50_000, idempotencyKey: 'key-1' },
      { amount: 50_000, idempotencyKey: 'key-1' },
    ]);
  });

  test('a dialog opened again has another key and no old failure', async () => {
    const { actor, topUp } = stageSubmit();
    await topUp.fail(unreachable);
    actor.send({ type: 'topUp.back' });
    actor.send({ type: 'topUp.review' });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
    actor.send({ type: 'topUp.confirm' });
    expect(topUp.inputs().at(-1)).toEqual({ amount: 50_000, idempotencyKey: 'key-2' });
  });
});

function stageTopUp(returnPath?: string) {
  const clock = new SimulatedClock();
  const topUp = controlledCall<{ balance: number }, { amount: number; idempotencyKey: string }>();
  const facts: TopUpFact[] = [];
  const paths: string[] = [];
  let keys = 0;
  const actor = createActor(
    topUpMachine.provide({
      actors: { topUp: topUp.actor },
      actions: {
        announce: (_, fact) => facts.push(fact),
        goTo: (_, { path }) => paths.push(path),
        renewIdempotencyKey: assign({ idempotencyKey: () => `key-${++keys}` }),
      },
    }),
    { clock, input: { returnPath } },
  ).start();
  return { actor, clock, facts, paths, topUp, state: () => actor.getSnapshot().value };
}

function stageSubmit(returnPath?: string) {
  const stage = stageTopUp(returnPath);
  stage.actor.send({ type: 'amount.choose', amount: 50_000 });
  stage.actor.send({ type: 'topUp.review' });
  stage.actor.send({ type: 'topUp.confirm' });
  return stage;
}

function notify(type: 'error' | 'success', text: string) {
  return { type: 'notify', notification: { type, text, placement: 'bottom-left' } };
}
