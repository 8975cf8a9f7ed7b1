import { describe, expect, test } from 'vitest';
import { balanceSchema, rupiahSchema } from '#contract/values.ts';
import { topUpSchema, withdrawAmountSchema, withdrawSchema } from '#contract/balanceChange.ts';
import { firstMessage } from './messageOf.ts';
import { refusedFields, parseResult } from './parseResult.ts';

const TOP_UP = 'Top up amount must be a whole number from 1 to Rp.1.500.000';
const TOO_SMALL = 'Withdraw amount must be greater than 0';
const TOO_LARGE = 'Maximum withdraw amount is Rp.500.000';
const NOT_WHOLE = 'Withdraw amount must be a whole number';
const NOT_PLAIN = 'Withdraw amount must be a whole number in plain digits';

describe('section 5: top-up', () => {
  test('drops a password in the request', () => {
    expect(parseResult(topUpSchema, { amount: 50_000, password: 'popcorn!' })).toEqual({
      accepted: { amount: 50_000 },
    });
  });

  test.each([1, 1_500_000])('reliability 10: accepts %i as a number and as text', (amount) => {
    expect(parseResult(topUpSchema, { amount })).toEqual({ accepted: { amount } });
    expect(parseResult(topUpSchema, { amount: String(amount) })).toEqual({ accepted: { amount } });
  });

  test('reliability 10: refuses amounts that are not whole numbers from 1 to 1,500,000', () => {
    const amounts = [0, -1, 1.5, 1_500_001, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '0', '1500001', '5e4', ''];
    for (const amount of [...amounts, undefined, null, true, [50_000], ['50000'], {}])
      expect(parseResult(topUpSchema, { amount }), JSON.stringify(amount)).toEqual({ refused: { amount: TOP_UP } });
  });
});

describe('section 5: withdraw', () => {
  test('accepts a valid body, also with the amount as text, and drops unknown fields', () => {
    expect(parseResult(withdrawSchema, { amount: '500000', password: 'popcorn!', to: 'me' })).toEqual({
      accepted: { amount: 500_000, password: 'popcorn!' },
    });
  });

  test.each([
    [1, undefined],
    [500_000, undefined],
    [500_001, TOO_LARGE],
    [500_000.5, TOO_LARGE],
    [2 ** 53, TOO_LARGE],
    [Number.POSITIVE_INFINITY, TOO_LARGE],
    [0, TOO_SMALL],
    [-1, TOO_SMALL],
    [Number.NEGATIVE_INFINITY, TOO_SMALL],
    [0.5, NOT_WHOLE],
    [499_999.5, NOT_WHOLE],
    [Number.NaN, NOT_PLAIN],
  ])('reliability 10: for %d, form and API show %s', (amount, message) => {
    expect(firstMessage(withdrawAmountSchema, amount)).toBe(message);
    expect(parseResult(withdrawSchema, { amount, password: 'p' }).refused?.['amount']).toBe(message);
  });

  test.each([
    ['1', undefined],
    ['500000', undefined],
    ['500001', TOO_LARGE],
    ['9'.repeat(400), TOO_LARGE],
    ['0', TOO_SMALL],
    ['-5', TOO_SMALL],
    ['5e4', NOT_PLAIN],
    ['', NOT_PLAIN],
    [undefined, TOO_SMALL],
    [null, NOT_PLAIN],
    [true, NOT_PLAIN],
    [[1], NOT_PLAIN],
    [['1'], NOT_PLAIN],
    [{}, NOT_PLAIN],
  ])('reliability 10: for %j, the API responds with %s', (amount, message) => {
    expect(parseResult(withdrawSchema, { amount, password: 'p' }).refused?.['amount']).toBe(message);
  });

  test('section 6: reports both an invalid amount and a missing password', () => {
    expect(parseResult(withdrawSchema, {})).toEqual({
      refused: { amount: TOO_SMALL, password: 'Password is required!' },
    });
  });
});

describe('section 7: balance', () => {
  test('parses a response and drops unknown fields', () => {
    expect(parseResult(balanceSchema, { balance: 0, currency: 'Rp' })).toEqual({ accepted: { balance: 0 } });
  });

  test.each([-1, 0.5, '1', null, Number.NaN, 2 ** 53])('refuses %j as an amount in rupiah', (amount) => {
    expect(refusedFields(rupiahSchema, amount)).toEqual(['body']);
  });
});
