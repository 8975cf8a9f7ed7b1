import { describe, expect, test } from 'vitest';
import { formatSignedRupiah } from '#messages/money.ts';
import { transactionWords } from '#messages/transactions.ts';

describe('the description of a transaction', () => {
  test.each([
    [{ kind: 'top-up' }, 'Top up'],
    [{ kind: 'withdrawal' }, 'Withdrawal'],
    [
      { kind: 'purchase', ticket: { movieTitle: 'Metropolis', seatNumbers: [22, 21] } },
      'Purchase: Metropolis, seats 21 and 22 in row C',
    ],
    [
      { kind: 'refund', ticket: { movieTitle: 'Steamboat Bill, Jr.', seatNumbers: [12] } },
      'Refund: Steamboat Bill, Jr., seat 12 in row B',
    ],
  ] as const)('%j reads %s', (transaction, words) => {
    expect(transactionWords(transaction)).toBe(words);
  });

  test.each([
    [0, '+Rp.0'],
    [50_000, '+Rp.50.000'],
    [-35_000, '\u2212Rp.35.000'],
    [-1, '\u2212Rp.1'],
    [9_000_000_000_000_000, '+Rp.9.000.000.000.000.000'],
  ])('%i is written %s', (amount, text) => {
    expect(formatSignedRupiah(amount)).toBe(text);
  });
});
