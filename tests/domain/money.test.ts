import { preset } from '#messages/wallet.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWrittenAmount } from '#domain/writtenAmount.ts';
import {
  parseAmount,
  readAmount,
  sufficientPreset,
  TOP_UP_MAXIMUM,
  TOP_UP_PRESETS,
  WITHDRAW_MAXIMUM,
  WITHDRAW_PRESETS,
} from '#domain/money.ts';
import { formatRupiah, formatSignedRupiah } from '#messages/money.ts';

describe('section 2: from Not enough balance to Top Up', () => {
  test.each([
    [0, 50_000],
    [49_999, 50_000],
    [50_000, 75_000],
    [1_499_999, 1_500_000],
    [9_000_000, 1_500_000],
  ])(
    'a user who lacks Rp.%d is offered Rp.%d, because the dialog requires more than the total',
    (shortfall, preset) => {
      expect(sufficientPreset(shortfall)).toBe(preset);
    },
  );
});

describe('section 9: money is shown as Rp', () => {
  test.each([
    [0, 'Rp.0'],
    [999, 'Rp.999'],
    [1_000, 'Rp.1.000'],
    [1_500_000, 'Rp.1.500.000'],
    [9_007_199_254_740_991, 'Rp.9.007.199.254.740.991'],
  ])('formats %i as %s', (amount, text) => {
    expect(formatRupiah(amount)).toBe(text);
  });

  test('amounts are grouped and rounded as in Indonesian', () => {
    const grouping = new Intl.NumberFormat('id-ID', { maximumFractionDigits: 0 });
    const amounts = fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true });
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(formatRupiah(amount)).toBe(`Rp.${grouping.format(amount)}`);
      }),
    );
  });
});

describe('section 2: presets', () => {
  test('top-up offers 50k, 75k, 100k, 150k, 200k, 500k, 750k, 1m and 1.5m', () => {
    expect(TOP_UP_PRESETS).toEqual([50_000, 75_000, 100_000, 150_000, 200_000, 500_000, 750_000, 1_000_000, 1_500_000]);
    expect(TOP_UP_PRESETS.map(preset).join(' ')).toBe('50k 75k 100k 150k 200k 500k 750k 1m 1.5m');
  });

  test('withdraw offers 50k, 75k, 100k, 150k, 200k and 500k', () => {
    expect(WITHDRAW_PRESETS).toEqual([50_000, 75_000, 100_000, 150_000, 200_000, 500_000]);
    expect(WITHDRAW_PRESETS.map(preset).join(' ')).toBe('50k 75k 100k 150k 200k 500k');
  });
});

describe('section 5: top-up and withdraw', () => {
  test('have the maximum Rp.1.500.000 and Rp.500.000', () => {
    expect({ TOP_UP_MAXIMUM, WITHDRAW_MAXIMUM }).toEqual({ TOP_UP_MAXIMUM: 1_500_000, WITHDRAW_MAXIMUM: 500_000 });
  });

  test.each([
    [50_000, 50_000],
    [0.5, 0.5],
    ['12345', 12_345],
    ['050000', 50_000],
    ['-5', -5],
    ['9007199254740992', 2 ** 53],
    ['9'.repeat(400), Number.POSITIVE_INFINITY],
    [' 5', Number.NaN],
    ['5\n', Number.NaN],
    ['+5', Number.NaN],
    ['5e4', Number.NaN],
    ['50.000', Number.NaN],
    ['\u0665\u0660', Number.NaN],
    ['Infinity', Number.NaN],
  ])('reliability 10: parses the amount %j of a request as %d', (sent, amount) => {
    expect(readAmount(sent)).toBe(amount);
  });

  test('reliability 10: a text is an amount only in plain digits', () => {
    const numberLike = fc.string({ unit: fc.constantFrom(...Array.from('0159ex.,+-_ \n\u0660\uFF15')) });
    fc.assert(
      fc.property(fc.oneof(fc.string(), numberLike), (text) => {
        expect(readAmount(text)).toBe(/^-?[0-9]+$/.test(text) ? Number(text) : Number.NaN);
      }),
    );
  });

  test.each([
    ['', 0],
    ['   ', 0],
    ['0', 0],
    [' 50000 ', 50_000],
    ['50.000', 50_000],
    [' 50.000 ', 50_000],
    ['1.500.000', 1_500_000],
    ['50.00', 50],
    ['50.0000', 50],
    ['1234.567', 1234.567],
    ['0.5', 0.5],
    ['-1', -1],
    ['50,000', Number.NaN],
    ['50k', Number.NaN],
    ['1e309', Number.POSITIVE_INFINITY],
  ])('parses the typed amount "%s" as %d', (text, amount) => {
    expect(parseAmount(text)).toBe(amount);
  });

  test.each([
    ['Rp.50.000', 50_000],
    ['+Rp.50.000', 50_000],
    ['Rp50.000', 50_000],
    ['rp 50.000,-', 50_000],
    ['Rp\u00A050.000,00', 50_000],
    ['IDR 1,500,000.00', 1_500_000],
    [' 50.000\n', 50_000],
    ['50,000', 50_000],
    ['50.00', Number.NaN],
    ['50k', Number.NaN],
    ['50.000.00', Number.NaN],
    ['5.0000', Number.NaN],
    ['1.500,000', Number.NaN],
    ['\u2212Rp.50.000', Number.NaN],
    ['-5', Number.NaN],
    ['5e4', Number.NaN],
    ['Rp', Number.NaN],
    ['', Number.NaN],
    ['$50', Number.NaN],
    ['50 tickets', Number.NaN],
    ['\u202ARp\u200B50.000\u200E', 50_000],
    ['\u2066500\u2060000\u2069\uFEFF', 500_000],
  ])('parses the pasted amount %j as %d', (text, amount) => {
    expect(readWrittenAmount(text)).toBe(amount);
  });

  test('every amount that the product shows can be pasted', () => {
    fc.assert(
      fc.property(fc.nat(), (amount) => {
        expect(readWrittenAmount(formatRupiah(amount))).toBe(amount);
      }),
    );
    expect(readWrittenAmount(formatSignedRupiah(50_000))).toBe(50_000);
  });
});
