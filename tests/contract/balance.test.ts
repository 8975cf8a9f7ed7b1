import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceSchema, topUpSchema, withdrawSchema } from '#contract/balance.ts';
import { rupiahSchema } from '#contract/rupiah.ts';
import { isTopUpAmount, withdrawProblem } from '#domain/money.ts';
import { refusedFields, verdict } from './verdict.ts';

const TOP_UP = 'Top up amount must be a whole number from 1 to Rp.1.500.000';
const TOO_SMALL = 'Withdraw amount must be greater than 0';
const TOO_LARGE = 'Maximum withdraw amount is Rp.500.000';
const NOT_WHOLE = 'Withdraw amount must be a whole number';

describe('section 5: top-up', () => {
  test('a password sent along is dropped', () => {
    expect(verdict(topUpSchema, { amount: 50_000, password: 'popcorn!' })).toEqual({ accepted: { amount: 50_000 } });
  });

  test.each([[1], [1_500_000]])('%i is accepted', (amount) => {
    expect(verdict(topUpSchema, { amount })).toEqual({ accepted: { amount } });
  });

  test.each([
    [0],
    [-1],
    [0.5],
    [1_500_001],
    ['50000'],
    [null],
    [true],
    [[50_000]],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [2 ** 53],
    [undefined],
  ])('the amount %j is refused', (amount) => {
    expect(verdict(topUpSchema, { amount })).toEqual({ refused: { amount: TOP_UP } });
  });

  test('a missing amount is refused', () => {
    expect(verdict(topUpSchema, {})).toEqual({ refused: { amount: TOP_UP } });
  });
});

describe('section 5: withdraw', () => {
  test('a good body is accepted, unknown fields are dropped', () => {
    expect(verdict(withdrawSchema, { amount: 500_000, password: 'popcorn!', to: 'me' })).toEqual({
      accepted: { amount: 500_000, password: 'popcorn!' },
    });
  });

  test.each([
    [0, TOO_SMALL],
    [-1, TOO_SMALL],
    [Number.NaN, TOO_SMALL],
    [undefined, TOO_SMALL],
    [null, TOO_SMALL],
    ['50000', TOO_SMALL],
    [[1], TOO_SMALL],
    [0.5, NOT_WHOLE],
    [500_001, TOO_LARGE],
    [500_000.5, TOO_LARGE],
    [Number.POSITIVE_INFINITY, TOO_LARGE],
    [2 ** 53, TOO_LARGE],
  ])('the amount %j is refused: %s', (amount, sentence) => {
    expect(verdict(withdrawSchema, { amount, password: 'popcorn!' })).toEqual({ refused: { amount: sentence } });
  });

  test.each([
    [undefined, 'Password is required!'],
    ['', 'Password is required!'],
    [12345678, 'Password is required!'],
    ['p'.repeat(129), 'Maximum 128 characters for password'],
  ])('section 6: the password %j is refused: %s', (password, sentence) => {
    expect(verdict(withdrawSchema, { amount: 1, password })).toEqual({ refused: { password: sentence } });
  });

  test('a bad amount and a missing password are both told', () => {
    expect(verdict(withdrawSchema, {})).toEqual({
      refused: { amount: TOO_SMALL, password: 'Password is required!' },
    });
  });
});

describe('section 5: wire and rules agree on every amount', () => {
  const amount = fc.oneof(fc.double(), fc.integer(), fc.integer({ min: -2, max: 1_500_002 }));

  test('topping up', () => {
    fc.assert(
      fc.property(amount, (amount) => {
        expect(verdict(topUpSchema, { amount })).toEqual(
          isTopUpAmount(amount) ? { accepted: { amount } } : { refused: { amount: TOP_UP } },
        );
      }),
    );
  });

  test('withdrawing', () => {
    fc.assert(
      fc.property(amount, (amount) => {
        const sentence = withdrawProblem(amount);
        expect(verdict(withdrawSchema, { amount, password: 'p' })).toEqual(
          sentence === undefined ? { accepted: { amount, password: 'p' } } : { refused: { amount: sentence } },
        );
      }),
    );
  });
});

describe('section 7: balance', () => {
  test('an answer is read, unknown fields are dropped', () => {
    expect(verdict(balanceSchema, { balance: 0, currency: 'Rp' })).toEqual({ accepted: { balance: 0 } });
  });

  test.each([[-1], [0.5], ['1'], [null], [Number.NaN], [2 ** 53]])('%j is no amount of rupiah', (amount) => {
    expect(refusedFields(rupiahSchema, amount)).toEqual(['body']);
  });
});
