import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceSchema } from '#contract/balance.ts';
import { topUpSchema, withdrawAmountSchema, withdrawSchema } from '#contract/balanceChange.ts';
import { errorOf } from '#contract/fieldErrors.ts';
import { rupiahSchema } from '#contract/rupiah.ts';
import { TOP_UP_PRESETS, WITHDRAW_PRESETS } from '#domain/money.ts';
import { refusedFields, parseResult } from './parseResult.ts';

const TOP_UP = 'Top up amount must be a whole number from 1 to Rp.1.500.000';
const TOO_SMALL = 'Withdraw amount must be greater than 0';
const TOO_LARGE = 'Maximum withdraw amount is Rp.500.000';
const NOT_WHOLE = 'Withdraw amount must be a whole number';
const NOT_PLAIN = 'Withdraw amount must be a whole number in plain digits';

describe('section 5: top-up', () => {
  test('a password sent along is dropped', () => {
    expect(parseResult(topUpSchema, { amount: 50_000, password: 'popcorn!' })).toEqual({
      accepted: { amount: 50_000 },
    });
  });

  test.each([[1], [1_500_000]])('%i is accepted, as a number and as its text', (amount) => {
    expect(parseResult(topUpSchema, { amount })).toEqual({ accepted: { amount } });
    expect(parseResult(topUpSchema, { amount: String(amount) })).toEqual({ accepted: { amount } });
  });

  test.each([
    [0],
    [-1],
    [0.5],
    [1_500_001],
    ['0'],
    ['-5'],
    ['1500001'],
    ['9007199254740992'],
    ['9'.repeat(400)],
    ['5e4'],
    [' 5'],
    ['5 '],
    ['+5'],
    [''],
    ['0x10'],
    ['1.0'],
    ['50.000'],
    ['\u0665\u0660'],
    ['abc'],
    [null],
    [true],
    [[50_000]],
    [['50000']],
    [{}],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [2 ** 53],
    [undefined],
  ])('the amount %j is refused', (amount) => {
    expect(parseResult(topUpSchema, { amount })).toEqual({ refused: { amount: TOP_UP } });
  });

  test('a missing amount is refused', () => {
    expect(parseResult(topUpSchema, {})).toEqual({ refused: { amount: TOP_UP } });
  });
});

describe('section 5: withdraw', () => {
  test.each([['1'], ['500000']])('the text %j is accepted as the number it spells', (amount) => {
    expect(parseResult(withdrawSchema, { amount, password: 'popcorn!' })).toEqual({
      accepted: { amount: Number(amount), password: 'popcorn!' },
    });
  });

  test('a good body is accepted, unknown fields are dropped', () => {
    expect(parseResult(withdrawSchema, { amount: 500_000, password: 'popcorn!', to: 'me' })).toEqual({
      accepted: { amount: 500_000, password: 'popcorn!' },
    });
  });

  test.each([
    [0, TOO_SMALL],
    [-1, TOO_SMALL],
    [undefined, TOO_SMALL],
    ['0', TOO_SMALL],
    ['-5', TOO_SMALL],
    ['500001', TOO_LARGE],
    ['9007199254740992', TOO_LARGE],
    ['9'.repeat(400), TOO_LARGE],
    ['5e4', NOT_PLAIN],
    [' 5', NOT_PLAIN],
    ['5 ', NOT_PLAIN],
    ['+5', NOT_PLAIN],
    ['', NOT_PLAIN],
    ['0x10', NOT_PLAIN],
    ['1.0', NOT_PLAIN],
    ['50.000', NOT_PLAIN],
    ['\u0665\u0660', NOT_PLAIN],
    ['abc', NOT_PLAIN],
    [Number.NaN, NOT_PLAIN],
    [null, NOT_PLAIN],
    [true, NOT_PLAIN],
    [[1], NOT_PLAIN],
    [['1'], NOT_PLAIN],
    [{}, NOT_PLAIN],
    [0.5, NOT_WHOLE],
    [500_001, TOO_LARGE],
    [500_000.5, TOO_LARGE],
    [Number.POSITIVE_INFINITY, TOO_LARGE],
    [2 ** 53, TOO_LARGE],
  ])('the amount %j is refused: %s', (amount, message) => {
    expect(parseResult(withdrawSchema, { amount, password: 'popcorn!' })).toEqual({ refused: { amount: message } });
  });

  test.each([
    [undefined, 'Password is required!'],
    ['', 'Password is required!'],
    [12345678, 'Password is required!'],
    ['p'.repeat(129), 'Maximum 128 characters for password'],
  ])('section 6: the password %j is refused: %s', (password, message) => {
    expect(parseResult(withdrawSchema, { amount: 1, password })).toEqual({ refused: { password: message } });
  });

  test('a bad amount and a missing password are both told', () => {
    expect(parseResult(withdrawSchema, {})).toEqual({
      refused: { amount: TOO_SMALL, password: 'Password is required!' },
    });
  });
});

describe('section 2: every preset may be asked for', () => {
  test.each(TOP_UP_PRESETS)('%d may be topped up', (amount) => {
    expect(parseResult(topUpSchema, { amount })).toEqual({ accepted: { amount } });
  });

  test.each(WITHDRAW_PRESETS)('%d may be withdrawn', (amount) => {
    expect(errorOf(withdrawAmountSchema, amount)).toBeUndefined();
  });
});

describe('section 5: a withdrawal', () => {
  test.each([
    [1, undefined],
    [499_999, undefined],
    [500_000, undefined],
    [500_001, TOO_LARGE],
    [500_000.5, TOO_LARGE],
    [2 ** 53, TOO_LARGE],
    [Number.POSITIVE_INFINITY, TOO_LARGE],
    [0, TOO_SMALL],
    [-0, TOO_SMALL],
    [-1, TOO_SMALL],
    [Number.NEGATIVE_INFINITY, TOO_SMALL],
    [Number.NaN, NOT_PLAIN],
    [0.5, NOT_WHOLE],
    [499_999.5, NOT_WHOLE],
  ])('%d is answered with %s', (amount, message) => {
    expect(errorOf(withdrawAmountSchema, amount)).toBe(message);
  });
});

describe('reliability 10: amounts as text', () => {
  test('a whole number as text is the number, on every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2, max: 1_500_002 }), (amount) => {
        for (const schema of [topUpSchema, withdrawSchema]) {
          expect(parseResult(schema, { amount: String(amount), password: 'p' })).toEqual(
            parseResult(schema, { amount, password: 'p' }),
          );
        }
      }),
    );
  });

  test('no other text is an amount', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('0', '1', '5', '9', 'e', 'x', '.', ',', '+', '-', ' ', '\u0660') }),
    );
    fc.assert(
      fc.property(text, (amount) => {
        const accepted = parseResult(withdrawSchema, { amount, password: 'p' }).accepted !== undefined;
        expect(accepted).toBe(/^[0-9]+$/.test(amount) && Number(amount) >= 1 && Number(amount) <= 500_000);
      }),
    );
  });
});

describe('section 7: balance', () => {
  test('an answer is read, unknown fields are dropped', () => {
    expect(parseResult(balanceSchema, { balance: 0, currency: 'Rp' })).toEqual({ accepted: { balance: 0 } });
  });

  test.each([[-1], [0.5], ['1'], [null], [Number.NaN], [2 ** 53]])('%j is no amount of rupiah', (amount) => {
    expect(refusedFields(rupiahSchema, amount)).toEqual(['body']);
  });
});
