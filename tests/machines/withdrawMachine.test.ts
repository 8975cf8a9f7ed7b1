import { assign, createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { WITHDRAW_PRESETS } from '#domain/money.ts';
import { withdrawMachine, type WithdrawFact } from '#machines/withdrawMachine.ts';
import { controlledCall } from './controlledCall.ts';

const wrongPassword = new CallFailed({ code: 'wrong_password', message: 'The password is wrong' });

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
    const { actor, failure, state, withdraw } = stageReview();
    actor.send({ type: 'withdraw.confirm', password });
    expect({ state: state(), failure: failure() }).toEqual({ state: 'confirming', failure: sentence });
    expect(withdraw.inputs()).toEqual([]);
  });

  test('a wrong one stays in the dialog with its sentence and can be corrected', async () => {
    const { actor, facts, failure, state, withdraw } = stageReview();
    actor.send({ type: 'withdraw.confirm', password: 'popcorn?' });
    await withdraw.fail(wrongPassword);
    expect({ state: state(), failure: failure() }).toEqual({ state: 'confirming', failure: 'The password is wrong' });
    expect(facts).toEqual([notify('error', 'The password is wrong')]);
    actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
    expect(failure()).toBeUndefined();
    expect(withdraw.inputs().map(({ password }) => password)).toEqual(['popcorn?', 'popcorn!']);
  });

  test.each(['answered', 'refused'])('none stays in memory once the call is %s', async (outcome) => {
    const { actor, withdraw } = stageReview();
    actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
    await (outcome === 'answered' ? withdraw.answer({ balance: 1 }) : withdraw.fail(wrongPassword));
    expect(JSON.stringify(actor.getPersistedSnapshot())).not.toContain('popcorn!');
  });
});

describe('section 4: withdraw', () => {
  test('sends amount and password, announces the balance, a message, then home after 1.5 s and not before', async () => {
    const { actor, clock, facts, paths, state, withdraw } = stageReview();
    actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
    expect(withdraw.inputs()).toEqual([{ amount: 50_000, password: 'popcorn!', idempotencyKey: 'key-1' }]);
    await withdraw.answer({ balance: 20_000 });
    expect(facts).toEqual([{ type: 'balance.changed', balance: 20_000 }, notify('success', 'Withdrawal successful')]);
    clock.increment(1499);
    expect({ state: state(), paths }).toEqual({ state: 'succeeded', paths: [] });
    clock.increment(1);
    expect({ state: state(), paths }).toEqual({ state: 'leaving', paths: ['/'] });
    expect(actor.getSnapshot().status).toBe('done');
  });

  test('a second confirm sends nothing, at no moment', async () => {
    const { actor, withdraw } = stageReview();
    const confirm = { type: 'withdraw.confirm', password: 'popcorn!' } as const;
    actor.send(confirm);
    actor.send(confirm);
    expect(actor.getSnapshot().can(confirm)).toBe(false);
    expect(actor.getSnapshot().can({ type: 'withdraw.back' })).toBe(false);
    await withdraw.answer({ balance: 20_000 });
    actor.send(confirm);
    expect(withdraw.inputs()).toHaveLength(1);
  });

  test('a refused amount can be corrected and sent again, as another intent', async () => {
    const { actor, failure, state, withdraw } = stageReview();
    actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
    await withdraw.fail(new CallFailed({ code: 'not_enough_balance', message: 'Not enough balance' }));
    actor.send({ type: 'withdraw.back' });
    expect({ state: state(), failure: failure() }).toEqual({ state: 'choosing', failure: undefined });
    actor.send({ type: 'amount.type', text: '10000' });
    actor.send({ type: 'withdraw.review' });
    actor.send({ type: 'withdraw.confirm', password: 'popcorn!' });
    expect(withdraw.inputs().at(-1)).toEqual({ amount: 10_000, password: 'popcorn!', idempotencyKey: 'key-2' });
  });
});

function stageWithdraw() {
  const clock = new SimulatedClock();
  const withdraw = controlledCall<{ balance: number }, { amount: number; password: string; idempotencyKey: string }>();
  const facts: WithdrawFact[] = [];
  const paths: string[] = [];
  let keys = 0;
  const actor = createActor(
    withdrawMachine.provide({
      actors: { withdraw: withdraw.actor },
      actions: {
        announce: (_, fact) => facts.push(fact),
        goTo: (_, { path }) => paths.push(path),
        renewIdempotencyKey: assign({ idempotencyKey: () => `key-${++keys}` }),
      },
    }),
    { clock },
  ).start();
  const state = () => actor.getSnapshot().value;
  const failure = () => actor.getSnapshot().context.failure;
  return { actor, clock, facts, failure, paths, state, withdraw };
}

function stageReview() {
  const stage = stageWithdraw();
  stage.actor.send({ type: 'amount.choose', amount: 50_000 });
  stage.actor.send({ type: 'withdraw.review' });
  return stage;
}

function notify(type: 'error' | 'success', text: string) {
  return { type: 'notify', notification: { type, text, placement: 'bottom-left' } };
}
