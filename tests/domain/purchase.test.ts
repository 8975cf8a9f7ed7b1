import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { balanceVerdict } from '#domain/balanceVerdict.ts';
import { purchaseTotal } from '#domain/purchase.ts';

describe('section 2: what the buy dialog says of the balance', () => {
  test.each([
    ['no seats', 100_000, 0, 0, { kind: 'noSeats', message: 'Please select your seat!' }],
    ['no seats and no balance', 0, 0, 0, { kind: 'noSeats', message: 'Please select your seat!' }],
    [
      'an empty balance',
      0,
      70_000,
      2,
      { kind: 'notEnough', shortfall: 70_000, message: 'Not enough balance (Rp.70.000)' },
    ],
    [
      'one rupiah too little',
      69_999,
      70_000,
      2,
      { kind: 'notEnough', shortfall: 1, message: 'Not enough balance (Rp.1)' },
    ],
    ['exactly the total', 70_000, 70_000, 2, { kind: 'notEnough', shortfall: 0, message: 'Not enough balance (Rp.0)' }],
    ['one rupiah more', 70_001, 70_000, 2, { kind: 'change', change: 1, message: 'Change Rp.1' }],
    ['plenty', 1_500_000, 210_000, 6, { kind: 'change', change: 1_290_000, message: 'Change Rp.1.290.000' }],
  ])('with %s', (_, balance, total, seatCount, verdict) => {
    expect(balanceVerdict(balance, total, seatCount)).toEqual(verdict);
  });

  test('the total and the change, or the shortfall, always make up the balance', () => {
    const money = fc.nat({ max: 10_000_000 });
    fc.assert(
      fc.property(money, money, fc.integer({ min: 1, max: 6 }), (balance, price, seats) => {
        const total = purchaseTotal(price, seats);
        const verdict = balanceVerdict(balance, total, seats);
        const difference =
          verdict.kind === 'change' ? verdict.change : verdict.kind === 'notEnough' ? -verdict.shortfall : NaN;
        expect({ kind: verdict.kind, difference }).toEqual({
          kind: balance > total ? 'change' : 'notEnough',
          difference: balance === total ? -0 : balance - total,
        });
      }),
    );
  });
});

describe('section 2: total', () => {
  test.each([
    [35_000, 0, 0],
    [35_000, 1, 35_000],
    [35_000, 6, 210_000],
  ])('a ticket of %i for %i seats costs %i', (price, seats, total) => {
    expect(purchaseTotal(price, seats)).toBe(total);
  });
});
