import { describe, expect, test } from 'vitest';
import { transactionPageSchema, transactionQuerySchema, transactionSchema } from '#contract/transaction.ts';
import { refusedFields, parseResult } from './parseResult.ts';

const topUp = { id: '1', kind: 'top-up', amount: 50_000, balanceAfter: 50_000, at: '2026-03-05T03:00:00.000Z' };
const ticket = { id: 't1', movieTitle: 'The Kid', showtimeDate: '05 Mar', showtimeTime: '20.35', seatNumbers: [12] };
const purchase = { ...topUp, id: '2', kind: 'purchase', amount: -35_000, balanceAfter: 15_000, ticket };

describe('a transaction in a response', () => {
  test.each(['top-up', 'withdrawal', 'purchase', 'refund'])('can be a %s', (kind) => {
    expect(parseResult(transactionSchema, { ...topUp, kind })).toEqual({ accepted: { ...topUp, kind } });
  });

  test.each([[topUp], [purchase]])('accepts %j', (transaction) => {
    expect(parseResult(transactionSchema, transaction)).toEqual({ accepted: transaction });
  });

  test.each([
    [{ ...topUp, kind: 'gift' }, 'kind'],
    [{ ...topUp, amount: 0.5 }, 'amount'],
    [{ ...topUp, balanceAfter: -1 }, 'balanceAfter'],
    [{ ...topUp, at: 'today' }, 'at'],
    [{ ...purchase, ticket: { ...ticket, seatNumbers: '12' } }, 'ticket.seatNumbers'],
  ])('refuses %j because of its %s', (transaction, field) => {
    expect(refusedFields(transactionSchema, transaction)).toEqual([field]);
  });

  test('a page has a list and the start of the next page', () => {
    expect(parseResult(transactionPageSchema, { transactions: [topUp] })).toEqual({
      accepted: { transactions: [topUp] },
    });
    const page = { transactions: [purchase], next: '2' };
    expect(parseResult(transactionPageSchema, page)).toEqual({ accepted: page });
  });
});

describe('the query for a page of transactions', () => {
  test.each([
    [{}, { limit: 20 }],
    [
      { before: '17', limit: '100' },
      { before: 17, limit: 100 },
    ],
    [
      { before: '9007199254740991', limit: '20' },
      { before: 9_007_199_254_740_991, limit: 20 },
    ],
    [{ limit: '1', more: 'x' }, { limit: 1 }],
  ])('parses %j as %j', (query, read) => {
    expect(parseResult(transactionQuerySchema, query)).toEqual({ accepted: read });
  });

  test.each([
    [{ before: '0' }, 'before'],
    [{ before: '01' }, 'before'],
    [{ before: '9007199254740992' }, 'before'],
    [{ before: ['1', '2'] }, 'before'],
    [{ before: '-17' }, 'before'],
    [{ before: '1e3' }, 'before'],
    [{ limit: ' 10' }, 'limit'],
    [{ limit: '1e1' }, 'limit'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ limit: 'ten' }, 'limit'],
  ])('refuses %j because of its %s', (query, field) => {
    expect(refusedFields(transactionQuerySchema, query)).toEqual([field]);
  });
});
