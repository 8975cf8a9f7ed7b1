import { createActor } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { TransactionPage } from '#contract/transaction.ts';
import { CallFailed, failed } from '#domain/failure.ts';
import { selectIsLong, transactionsInput, transactionsMachine } from '#machines/transactionsMachine.ts';
import { controlledCall } from './controlledCall.ts';
import { openSystem } from './openSystem.ts';
import { entryOf } from '../fixtures/people.ts';

const unreachable = new CallFailed({ code: 'unreachable' });
const toast = {
  type: 'notify',
  notification: { type: 'error', content: failed('unreachable'), placement: 'top-right' },
};

describe('the list of transactions', () => {
  test('appends one page of older ones per request until there are no more', async () => {
    const { actor, loadPage, shown, state } = setUpTransactions();
    await loadPage.answer({ transactions: [entryOf('5'), entryOf('4')], next: '4' });
    actor.send({ type: 'transactions.showMore' });
    actor.send({ type: 'transactions.showMore' });
    expect(loadPage.inputs()).toEqual([{ limit: undefined }, { before: '4' }]);
    await loadPage.answer({ transactions: [entryOf('3'), entryOf('2')], next: '2' });
    expect({ state: state(), shown: shown() }).toEqual({ state: 'ready', shown: ['5', '4', '3', '2'] });
    actor.send({ type: 'transactions.showMore' });
    await loadPage.answer({ transactions: [entryOf('1')] });
    expect({ state: state(), shown: shown() }).toEqual({ state: 'complete', shown: ['5', '4', '3', '2', '1'] });
    expect(selectIsLong(actor.getSnapshot())).toBe(true);
    actor.send({ type: 'transactions.showMore' });
    expect(loadPage.inputs()).toHaveLength(3);
  });

  test('keeps the loaded ones when a request for older ones fails, and retries from the same position', async () => {
    const { actor, sent, loadPage, shown, state } = setUpTransactions();
    await loadPage.answer({ transactions: [entryOf('2')], next: '2' });
    actor.send({ type: 'transactions.showMore' });
    await loadPage.fail(unreachable);
    expect({ state: state(), shown: shown(), sent }).toEqual({
      state: 'moreFailed',
      shown: ['2'],
      sent: [toast],
    });
    actor.send({ type: 'transactions.showMore' });
    expect(loadPage.inputs().at(-1)).toEqual({ before: '2' });
    await loadPage.answer({ transactions: [entryOf('1')] });
    expect(shown()).toEqual(['2', '1']);
  });

  test.each([
    ['?entries=40', 40],
    ['?entries=250', 100],
    ['', undefined],
    ['?entries=0', undefined],
    ['?entries=x40', undefined],
    ['?entries=40x', undefined],
  ])('asks for the number of entries in the URL, at most 100: %j', (search, limit) => {
    expect(transactionsInput(search)).toEqual({ limit });
  });
});

function setUpTransactions() {
  const loadPage = controlledCall<TransactionPage, { before?: string | undefined; limit?: number | undefined }>();
  const { parent, sent } = openSystem();
  const actor = createActor(transactionsMachine.provide({ actors: { loadPage: loadPage.actor } }), {
    parent,
    input: { limit: undefined },
  });
  actor.start();
  const state = () => actor.getSnapshot().value;
  const shown = () => actor.getSnapshot().context.transactions.map(({ id }) => id);
  return { actor, sent, loadPage, shown, state };
}
