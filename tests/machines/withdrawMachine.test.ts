import { createActor, sendTo } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { WITHDRAW_PRESETS } from '#domain/money.ts';
import { selectFailure, selectStage } from '#machines/intentStage.ts';
import { navigate, type NavigateEvent } from '#machines/navigation.ts';
import { selectWithdrawAmount, withdrawMachine } from '#machines/withdrawMachine.ts';
import { findIntent, followIntent, startOf } from '#machines/rootIntents.ts';
import { stageIntents, toast, rootWith } from './stageIntents.ts';

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const wrongPassword = new CallFailed({ code: 'wrong_password', message: 'The password is wrong' });
const home = navigate('/', { replace: true });

describe('section 5: withdraw amount', () => {
  test.each(WITHDRAW_PRESETS.map((amount) => [amount]))('the preset %i can be chosen', (amount) => {
    const { actor, state } = stageWithdraw();
    actor.send({ type: 'amount.choose', amount });
    actor.send({ type: 'withdraw.review' });
    expect(state()).toBe('confirming');
  });

  test.each(['1', '500000', ' 123456 '])('the typed amount "%s" is taken', (text) => {
    const { actor, state } = stageWithdraw();
    actor.send({ type: 'amount.type', text });
    actor.send({ type: 'withdraw.review' });
    expect(state()).toBe('confirming');
  });

  test.each([
    ['', 'Withdraw amount must be greater than 0'],
    ['0', 'Withdraw amount must be greater than 0'],
    ['-1', 'Withdraw amount must be greater than 0'],
    ['abc', 'Withdraw amount must be a whole number in plain digits'],
    ['500001', 'Maximum withdraw amount is Rp.500.000'],
    ['1e309', 'Maximum withdraw amount is Rp.500.000'],
    ['0.5', 'Withdraw amount must be a whole number'],
  ])('the typed amount "%s" is refused until it is typed anew: %s', (text, sentence) => {
    const { actor, failure, state } = stageWithdraw();
    actor.send({ type: 'amount.type', text });
    expect(failure()).toBeUndefined();
    actor.send({ type: 'withdraw.review' });
    expect({ state: state(), failure: failure() }).toEqual({ state: 'choosing', failure: sentence });
    actor.send({ type: 'amount.type', text: '50000' });
    expect(failure()).toBeUndefined();
  });
});

describe('section 6: withdrawing asks for the password again', () => {
  test.each([
    ['', 'Password is required!'],
    ['p'.repeat(129), 'Maximum 128 characters for password'],
  ])('the password "%s" is refused and calls nobody', (password, sentence) => {
    const { actor, failure, state, transfer } = stageReview();
    actor.send({ type: 'withdraw.confirm', password });
    expect({ state: state(), failure: failure() }).toEqual({ state: 'confirming', failure: sentence });
    expect(transfer.inputs()).toEqual([]);
  });

  test('a wrong one stays in the dialog with its sentence and can be corrected, as another intent', async () => {
    const { actor, emitted, failure, state, transfer } = stageReview();
    actor.send({ type: 'withdraw.confirm', password: 'popcorn?' });
    await transfer.fail(wrongPassword);
    expect({ state: state(), failure: failure() }).toEqual({ state: 'confirming', failure: 'The password is wrong' });
    expect(emitted).toEqual([toast('error', 'The password is wrong', 'bottom-left')]);
    actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
    expect(failure()).toBeUndefined();
    expect(transfer.inputs()).toEqual([asked('popcorn?', 'key-1'), asked('popcorn!', 'key-2')]);
  });

  test('none is ever in the memory of the page, nor in that of the root once the outcome is known', async () => {
    const { actor, clock, memory, transfer } = stageReview();
    actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
    const inPage = () => JSON.stringify(actor.getPersistedSnapshot());
    expect(inPage()).not.toContain('popcorn!');
    await transfer.fail(unreachable);
    expect(inPage()).not.toContain('popcorn!');
    clock.increment(1000);
    await transfer.answer({ balance: 1 });
    expect(`${inPage()} ${memory()}`).not.toContain('popcorn!');
  });
});

describe('section 4: withdraw', () => {
  test('sends amount and password, tells the balance, a message, then home after 1.5 s and not before', async () => {
    const { actor, clock, emitted, navigations, state, transfer } = stageSubmit();
    expect(transfer.inputs()).toEqual([asked('popcorn!', 'key-1')]);
    await transfer.answer({ balance: 20_000 });
    expect(emitted).toEqual([
      { type: 'balance.changed', balance: 20_000 },
      toast('success', 'Withdrawal successful', 'bottom-left'),
    ]);
    clock.increment(1499);
    expect({ state: state(), navigations }).toEqual({ state: 'succeeded', navigations: [] });
    clock.increment(1);
    expect({ state: state(), navigations }).toEqual({ state: 'leaving', navigations: [home] });
    expect(actor.getSnapshot().status).toBe('done');
  });

  test('a second confirm sends nothing, at no moment', async () => {
    const { actor, transfer } = stageSubmit();
    const confirm = { type: 'withdraw.confirm', password: 'popcorn!' } as const;
    actor.send(confirm);
    expect(actor.getSnapshot().can(confirm)).toBe(false);
    expect(actor.getSnapshot().can({ type: 'withdraw.back' })).toBe(false);
    await transfer.answer({ balance: 20_000 });
    actor.send(confirm);
    expect(transfer.inputs()).toHaveLength(1);
  });

  test('a refused amount can be corrected and sent again, as another intent; the account is asked anew', async () => {
    const { actor, emitted, failure, state, transfer } = stageSubmit();
    await transfer.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' }));
    expect({ state: state(), failure: failure(), emitted }).toEqual({
      state: 'confirming',
      failure: 'Not enough balance',
      emitted: [toast('error', 'Not enough balance', 'bottom-left'), { type: 'account.changed' }],
    });
    actor.send({ type: 'withdraw.back' });
    expect({ state: state(), failure: failure() }).toEqual({ state: 'choosing', failure: undefined });
    actor.send({ type: 'amount.type', text: '10000' });
    actor.send({ type: 'withdraw.review' });
    actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
    expect(transfer.inputs().at(-1)).toEqual({ ...asked('popcorn!', 'key-2'), amount: 10_000 });
  });
});

describe('a withdrawal whose answer does not come', () => {
  test('is asked again with the same key and password, and says so in the dialog and once in toasts', async () => {
    const { clock, dialog, emitted, online, state, transfer } = stageSubmit();
    await transfer.fail(unreachable);
    clock.increment(1000);
    await transfer.fail(unreachable);
    online.goOnline();
    expect(transfer.inputs()).toEqual(Array.from({ length: 3 }, () => asked('popcorn!', 'key-1')));
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'submitting',
      dialog: { stage: 'unsettled', amount: 50_000, failure: 'The cinema cannot be reached.' },
    });
    expect(emitted).toEqual([toast('error', 'The cinema cannot be reached.', 'bottom-left')]);
    await transfer.answer({ balance: 20_000 });
    expect(state()).toBe('succeeded');
  });

  test('lets the dialog be closed, but nothing else be paid out until its end is known', async () => {
    const { actor, dialog, failure, state, transfer } = stageSubmit();
    await transfer.fail(unreachable);
    actor.send({ type: 'withdraw.back' });
    expect({ state: state(), failure: failure() }).toEqual({ state: 'choosing', failure: undefined });
    actor.send({ type: 'amount.choose', amount: 75_000 });
    actor.send({ type: 'withdraw.review' });
    actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
    expect({ state: state(), dialog: dialog(), calls: transfer.inputs().length }).toEqual({
      state: 'confirming',
      dialog: { stage: 'waiting', amount: 75_000, failure: undefined },
      calls: 1,
    });
  });
});

describe('a withdrawal outlives its page', () => {
  test('leaving the page leaves it running, and its end is told', async () => {
    const { actor, clock, emitted, transfer } = stageSubmit();
    actor.stop();
    await transfer.fail(unreachable);
    clock.increment(1000);
    await transfer.answer({ balance: 20_000 });
    expect(emitted.slice(1)).toEqual([
      { type: 'balance.changed', balance: 20_000 },
      toast('success', 'Withdrawal successful', 'bottom-left'),
    ]);
  });

  test('a page that is come to while it runs shows it, and goes on with it', async () => {
    const { actor, clock, come, navigations, transfer } = stageSubmit();
    actor.stop();
    const { dialog, state } = come();
    expect({ state: state(), dialog: dialog() }).toEqual({
      state: 'submitting',
      dialog: { stage: 'calling', amount: 50_000, failure: undefined },
    });
    await transfer.answer({ balance: 20_000 });
    clock.increment(1500);
    expect({ state: state(), navigations }).toEqual({ state: 'leaving', navigations: [home] });
  });

  test('a page come to meanwhile returns to the choice when it is refused', async () => {
    const { actor, come, transfer } = stageSubmit();
    actor.stop();
    const { failure, state } = come();
    await transfer.fail(wrongPassword);
    expect({ state: state(), failure: failure() }).toEqual({ state: 'choosing', failure: 'The password is wrong' });
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
function stageWithdraw() {
  const stage = stageIntents();
  const { clock, intents } = stage;
  const navigations: NavigateEvent[] = [];
  let keys = 0;

  const come = () => {
    const actor = createActor(
      withdrawMachine.provide({
        actors: {
          watchIntent: followIntent('withdrawal', () => rootWith(intents)),
        },
        actions: {
          startIntent: sendTo(intents, (_, unkeyed) => startOf(unkeyed, `key-${++keys}`)),
        },
      }),
      { clock, input: { intent: findIntent(intents, 'withdrawal') } },
    );
    actor.on('navigate', (event) => navigations.push(event));
    actor.start();
    const failure = () => selectFailure(actor.getSnapshot());
    return {
      actor,
      failure,
      state: () => actor.getSnapshot().value,
      /** What the dialog shows. */
      dialog: () => ({
        stage: selectStage(actor.getSnapshot()),
        amount: selectWithdrawAmount(actor.getSnapshot()),
        failure: failure(),
      }),
    };
  };
  return { ...stage, ...come(), come, navigations };
}

function stageReview() {
  const stage = stageWithdraw();
  stage.actor.send({ type: 'amount.choose', amount: 50_000 });
  stage.actor.send({ type: 'withdraw.review' });
  return stage;
}

function stageSubmit() {
  const stage = stageReview();
  stage.actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
  return stage;
}

function asked(password: string, idempotencyKey: string) {
  return { kind: 'withdrawal', amount: 50_000, password, idempotencyKey };
}
