import { createActor, SimulatedClock } from 'xstate';
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#domain/failure.ts';
import { isTransferRunning, selectTransfer, transferMachine, type TransferInput } from '#machines/transferMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { listeningParent } from './listeningParent.ts';
import { onlineSwitch } from './onlineSwitch.ts';

const unreachable = new CallFailed({ code: 'unreachable', message: 'The cinema cannot be reached.' });
const wrongPassword = new CallFailed({ code: 'wrong_password', message: 'The password is wrong' });
const withdrawal: TransferInput = {
  kind: 'withdrawal',
  amount: 50_000,
  password: 'popcorn!',
  idempotencyKey: 'key-1',
};
const topUp: TransferInput = { kind: 'topUp', amount: 75_000, password: '', idempotencyKey: 'key-2' };

describe('section 4: a top-up or a withdrawal that was confirmed', () => {
  test.each([[topUp], [withdrawal]])(
    'asks once with what was confirmed and ends with the new balance',
    async (input) => {
      const { news, output, standing, transfer } = stageTransfer(input);
      expect(standing()).toEqual({ stage: 'calling', amount: input.amount, failure: undefined });
      await transfer.answer({ balance: 120_000 });
      expect(transfer.inputs()).toEqual([input]);
      expect({ output: output(), standing: standing(), news }).toEqual({
        output: { kind: 'done', balance: 120_000 },
        standing: { stage: 'done', amount: input.amount, failure: undefined },
        news: [],
      });
    },
  );

  test('ends refused with the reason when the cinema refuses, and asks no more', async () => {
    const { clock, online, news, output, standing, transfer } = stageTransfer(withdrawal);
    await transfer.fail(wrongPassword);
    clock.increment(60_000);
    online.goOnline();
    expect({ output: output(), standing: standing(), news }).toEqual({
      output: { kind: 'refused', failure: wrongPassword },
      standing: { stage: 'refused', amount: 50_000, failure: wrongPassword },
      news: [],
    });
    expect(transfer.inputs()).toHaveLength(1);
  });

  test('counts as running until its end is known', async () => {
    const { standing, transfer } = stageTransfer(topUp);
    expect(isTransferRunning(undefined)).toBe(false);
    expect(isTransferRunning(standing())).toBe(true);
    await transfer.fail(unreachable);
    expect(isTransferRunning(standing())).toBe(true);
    expect(isTransferRunning({ ...standing(), stage: 'done' })).toBe(false);
    expect(isTransferRunning({ ...standing(), stage: 'refused' })).toBe(false);
  });
});

describe('an answer that says nothing of the outcome', () => {
  test.each([['unreachable'], ['unreadable'], ['unavailable'], ['internal'], ['unexpected']])(
    '%s leaves the outcome unknown',
    async (code) => {
      const { standing, transfer } = stageTransfer(topUp);
      const failure = new CallFailed({ code, message: 'Sorry' });
      await transfer.fail(failure);
      expect(standing()).toEqual({ stage: 'unsettled', amount: 75_000, failure });
    },
  );

  test('makes the same be asked again, with its key and password, after 1, 2, 5, 15 and 15 s, until one says it', async () => {
    const { clock, output, standing, transfer } = stageTransfer(withdrawal);
    let calls = 1;
    for (const delay of [1000, 2000, 5000, 15_000, 15_000]) {
      await transfer.fail(unreachable);
      clock.increment(delay - 1);
      expect(transfer.inputs()).toHaveLength(calls);
      clock.increment(1);
      expect(transfer.inputs()).toHaveLength(++calls);
      expect(standing()).toEqual({ stage: 'unsettled', amount: 50_000, failure: unreachable });
    }
    await transfer.answer({ balance: 7 });
    expect(output()).toEqual({ kind: 'done', balance: 7 });
    expect(transfer.inputs()).toEqual(Array.from({ length: 6 }, () => withdrawal));
  });

  test('makes it be asked again at once when the browser is online again', async () => {
    const { clock, online, transfer } = stageTransfer(topUp);
    await transfer.fail(unreachable);
    clock.increment(10);
    online.goOnline();
    expect(transfer.inputs()).toEqual([topUp, topUp]);
    online.goOnline();
    clock.increment(60_000);
    expect(transfer.inputs()).toHaveLength(2);
  });

  test.each([
    [topUp, 'topUp.unsettled'],
    [withdrawal, 'withdrawal.unsettled'],
  ])('is told once, however often it is asked again', async (input, type) => {
    const { clock, news, transfer } = stageTransfer(input);
    await transfer.fail(unreachable);
    clock.increment(1000);
    await transfer.fail(new CallFailed({ code: 'internal', message: 'Sorry' }));
    expect(news).toEqual([{ type, failure: unreachable }]);
  });

  test('may be followed by one that refuses', async () => {
    const { clock, output, transfer } = stageTransfer(withdrawal);
    await transfer.fail(unreachable);
    clock.increment(1000);
    await transfer.fail(wrongPassword);
    expect(output()).toEqual({ kind: 'refused', failure: wrongPassword });
  });
});

describe('section 6: the password', () => {
  test.each(['answered', 'refused'])(
    'is in memory while it is needed, and no more once the call is %s',
    async (end) => {
      const { clock, memory, transfer } = stageTransfer(withdrawal);
      await transfer.fail(unreachable);
      expect(memory()).toContain('popcorn!');
      clock.increment(1000);
      await (end === 'answered' ? transfer.answer({ balance: 7 }) : transfer.fail(wrongPassword));
      expect(memory()).not.toContain('popcorn!');
    },
  );
});

function stageTransfer(input: TransferInput) {
  const clock = new SimulatedClock();
  const { news, parent } = listeningParent(clock);
  const online = onlineSwitch();
  const transfer = controlledCall<{ balance: number }, TransferInput>();
  const actor = createActor(
    transferMachine.provide({ actors: { transfer: transfer.actor, watchOnline: online.actor } }),
    { input, parent },
  ).start();
  return {
    clock,
    news,
    online,
    transfer,
    memory: () => JSON.stringify(actor.getPersistedSnapshot()),
    output: () => actor.getSnapshot().output,
    standing: () => selectTransfer(actor.getSnapshot()),
  };
}
