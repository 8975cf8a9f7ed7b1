import { createActor, sendTo } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { TOP_UP_PRESETS } from '#domain/money.ts';
import { selectFailure, selectStage } from '#machines/intentStage.ts';
import { navigate, type NavigateEvent } from '#machines/navigation.ts';
import { selectTopUpAmount, topUpMachine } from '#machines/topUpMachine.ts';
import { findIntent, followIntent, startOf } from '#machines/rootIntents.ts';
import { stageIntents, toast, rootWith } from './stageIntents.ts';

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const refused = new CallFailed({ code: 'invalid_request', message: 'The amount is not valid' });
const home = navigate('/', { replace: true });

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
  test('sends amount and key, tells the balance, a message, then home after 1.5 s and not before', async () => {
    const { actor, clock, emitted, navigations, state, transfer } = stageSubmit();
    expect(state()).toBe('submitting');
    expect(transfer.inputs()).toEqual([asked('key-1')]);
    await transfer.answer({ balance: 120_000 });
    expect(state()).toBe('succeeded');
    expect(emitted).toEqual([
      { type: 'balance.changed', balance: 120_000 },
      toast('success', 'Successfully top up the balance', 'bottom-left'),
    ]);
    clock.increment(1499);
    expect({ state: state(), navigations }).toEqual({ state: 'succeeded', navigations: [] });
    clock.increment(1);
    expect({ state: state(), navigations }).toEqual({ state: 'leaving', navigations: [home] });
    expect(actor.getSnapshot().status).toBe('done');
  });

  test('the visitor who came from a film goes back to its seats', async () => {
    const { clock, navigations, transfer } = stageSubmit('/movie/Metropolis?date=05+Mar&time=14.30');
    await transfer.answer({ balance: 120_000 });
    clock.increment(1500);
    expect(navigations).toEqual([navigate('/movie/Metropolis?date=05+Mar&time=14.30', { replace: true })]);
  });

  test('what suffices there is chosen already, and may be confirmed or changed', () => {
    const { actor, dialog } = stageTopUp('/movie/Metropolis', 75_000);
    actor.send({ type: 'topUp.review' });
    expect(dialog().amount).toBe(75_000);
    actor.send({ type: 'topUp.back' });
    actor.send({ type: 'amount.choose', amount: 200_000 });
    actor.send({ type: 'topUp.review' });
    expect(dialog().amount).toBe(200_000);
  });

  test('a second confirm sends nothing, at no moment', async () => {
    const { actor, transfer } = stageSubmit();
    actor.send({ type: 'topUp.confirm' });
    expect(actor.getSnapshot().can({ type: 'topUp.confirm' })).toBe(false);
    expect(actor.getSnapshot().can({ type: 'topUp.back' })).toBe(false);
    await transfer.answer({ balance: 120_000 });
    actor.send({ type: 'topUp.confirm' });
    actor.send({ type: 'topUp.review' });
    expect(transfer.inputs()).toHaveLength(1);
  });

  test('a refusal shows in dialog and toast, and can be sent again, as another intent', async () => {
    const { actor, dialog, emitted, navigations, state, transfer } = stageSubmit();
    await transfer.fail(refused);
    expect({ state: state(), dialog: dialog(), navigations }).toEqual({
      state: 'confirming',
      dialog: { stage: 'reviewing', amount: 50_000, failure: 'The amount is not valid' },
      navigations: [],
    });
    expect(emitted).toEqual([toast('error', 'The amount is not valid', 'bottom-left')]);
    actor.send({ type: 'topUp.confirm' });
    expect(dialog()).toEqual({ stage: 'calling', amount: 50_000, failure: undefined });
    expect(transfer.inputs()).toEqual([asked('key-1'), asked('key-2')]);
  });

  test('a dialog opened again has no old failure', async () => {
    const { actor, dialog, transfer } = stageSubmit();
    await transfer.fail(refused);
    actor.send({ type: 'topUp.back' });
    actor.send({ type: 'topUp.review' });
    expect(dialog()).toEqual({ stage: 'reviewing', amount: 50_000, failure: undefined });
  });
});

describe('a top-up whose answer does not come', () => {
  test('is asked again with the same key, and says so in the dialog and once in toasts', async () => {
    const { clock, dialog, emitted, state, transfer } = stageSubmit();
    await transfer.fail(unreachable);
    clock.increment(1000);
    await transfer.fail(unreachable);
    clock.increment(2000);
    expect(transfer.inputs()).toEqual([asked('key-1'), asked('key-1'), asked('key-1')]);
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'submitting',
      dialog: { stage: 'unsettled', amount: 50_000, failure: 'The cinema cannot be reached.' },
    });
    expect(emitted).toEqual([toast('error', 'The cinema cannot be reached.', 'bottom-left')]);
    await transfer.answer({ balance: 120_000 });
    expect(state()).toBe('succeeded');
  });

  test('lets the dialog be closed, but nothing else be paid in until its end is known', async () => {
    const { actor, dialog, state, transfer } = stageSubmit();
    await transfer.fail(unreachable);
    actor.send({ type: 'topUp.back' });
    actor.send({ type: 'amount.choose', amount: 75_000 });
    actor.send({ type: 'topUp.review' });
    actor.send({ type: 'topUp.confirm' });
    expect({ state: state(), dialog: dialog(), calls: transfer.inputs().length }).toEqual({
      state: 'confirming',
      dialog: { stage: 'waiting', amount: 75_000, failure: undefined },
      calls: 1,
    });
  });
});

describe('a top-up outlives its page', () => {
  test('leaving the page leaves it running, and its end is told', async () => {
    const { actor, clock, emitted, transfer } = stageSubmit();
    actor.stop();
    await transfer.fail(unreachable);
    clock.increment(1000);
    await transfer.answer({ balance: 120_000 });
    expect(transfer.inputs()).toEqual([asked('key-1'), asked('key-1')]);
    expect(emitted.slice(1)).toEqual([
      { type: 'balance.changed', balance: 120_000 },
      toast('success', 'Successfully top up the balance', 'bottom-left'),
    ]);
  });

  test('a page that is come to while it runs shows it, and goes on with it', async () => {
    const { actor, come, clock, navigations, transfer } = stageSubmit();
    actor.stop();
    await transfer.fail(unreachable);
    const { actor: next, dialog, state } = come();
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'submitting',
      dialog: { stage: 'unsettled', amount: 50_000, failure: 'The cinema cannot be reached.' },
    });
    clock.increment(1000);
    await transfer.answer({ balance: 120_000 });
    expect(state()).toBe('succeeded');
    clock.increment(1500);
    expect({ status: next.getSnapshot().status, navigations }).toEqual({ status: 'done', navigations: [home] });
  });

  test('a page come to meanwhile returns to the choice when it is refused', async () => {
    const { actor, come, transfer } = stageSubmit();
    actor.stop();
    const { actor: next, dialog, state } = come();
    await transfer.fail(refused);
    expect({ state: state(), dialog: dialog(), canReview: next.getSnapshot().can({ type: 'topUp.review' }) }).toEqual({
      state: 'choosing',
      dialog: { stage: 'reviewing', amount: 0, failure: 'The amount is not valid' },
      canReview: false,
    });
  });

  test('a page that is come to after it has ended begins anew', async () => {
    const { actor, come, transfer } = stageSubmit();
    actor.stop();
    await transfer.answer({ balance: 120_000 });
    expect(come().state()).toBe('choosing');
  });

  test('a visitor who leaves ends it, and the page is as before the confirm', () => {
    const { dialog, intents, state } = stageSubmit();
    intents.send({ type: 'visitor.left' });
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'choosing',
      dialog: { stage: 'reviewing', amount: 50_000, failure: undefined },
    });
  });
});

/** The page beside the intents of the root. */
function stageTopUp(returnPath?: string, amount?: number) {
  const stage = stageIntents();
  const { clock, intents } = stage;
  const navigations: NavigateEvent[] = [];
  let keys = 0;

  const come = () => {
    const actor = createActor(
      topUpMachine.provide({
        actors: {
          watchIntent: followIntent('topUp', () => rootWith(intents)),
        },
        actions: {
          startIntent: sendTo(intents, (_, unkeyed) => startOf(unkeyed, `key-${++keys}`)),
        },
      }),
      { clock, input: { returnPath, amount, intent: findIntent(intents, 'topUp') } },
    );
    actor.on('navigate', (event) => navigations.push(event));
    actor.start();
    return {
      actor,
      state: () => actor.getSnapshot().value,
      /** What the dialog shows. */
      dialog: () => ({
        stage: selectStage(actor.getSnapshot()),
        amount: selectTopUpAmount(actor.getSnapshot()),
        failure: selectFailure(actor.getSnapshot()),
      }),
    };
  };
  return { ...stage, ...come(), come, navigations };
}

function stageSubmit(returnPath?: string) {
  const stage = stageTopUp(returnPath);
  stage.actor.send({ type: 'amount.choose', amount: 50_000 });
  stage.actor.send({ type: 'topUp.review' });
  stage.actor.send({ type: 'topUp.confirm' });
  return stage;
}

function asked(idempotencyKey: string) {
  return { kind: 'topUp', amount: 50_000, password: '', idempotencyKey };
}
