import { expect, test } from 'vitest';
import { errorCodes } from '#contract/problem.ts';
import type { Language } from '#domain/languages.ts';
import { readWrittenAmount } from '#domain/writtenAmount.ts';
import { englishWordsIn } from '../fixtures/englishWords.ts';
import { textsOf } from '../fixtures/texts.ts';

const { en, id } = textsOf;

/** Words that are the same in both languages. */
const SHARED_WORDS = new Set(['Film', 'Menu', 'MENU', 'Online', 'slide']);

/** The constant texts in messages, by the names that lead to them. */
function constants(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    if (typeof text === 'string') return [[`${path}${name}`, text]];
    return typeof text === 'object' && text !== null ? constants(text, `${path}${name}.`) : [];
  });
}

/** The names of all messages, constants and functions. */
function names(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([name, text]): string[] =>
    typeof text === 'object' && text !== null ? names(text, `${path}${name}.`) : [`${path}${name}`],
  );
}

/** The messages without the parts of `failures`. */
function withoutFailures({ failures: _, general: __, hallFailures: ___, ...texts }: (typeof textsOf)[Language]) {
  return texts;
}

test('every constant text is translated, except words that both languages share', () => {
  const english = new Map(constants(en));
  const same = constants(id).filter(([name, text]) => english.get(name) === text && !SHARED_WORDS.has(text));
  expect(same).toEqual([]);
});

test('both languages have the same messages, so none is left over', () => {
  expect(names(withoutFailures(id)).toSorted()).toEqual(names(withoutFailures(en)).toSorted());
});

test('Indonesian has a sentence for each error code of the API, whose own message is English', () => {
  const expected = new Set([...errorCodes, ...Object.keys(en.failures.failures)]);
  expect(Object.keys(id.failures.failures).toSorted()).toEqual([...expected].toSorted());
});

test('seats are listed without a plural form, and with a comma before the last of three', () => {
  expect([[12], [13, 12], [10, 9, 2]].map(id.seats.seatList)).toEqual([
    'Kursi 12',
    'Kursi 12 dan 13',
    'Kursi 2, 9, dan 10',
  ]);
  expect(id.seats.rowList([1, 9, 17])).toBe('baris A, B, dan C');
  expect(id.seats.seatName(21)).toBe('Kursi 21, baris C, sisi kanan');
  expect(id.seats.rowsOfSeats([5, 2, 1])).toEqual(['Baris A · 1–2, 5']);
});

test('amounts use the Indonesian short forms and a decimal comma', () => {
  expect([50_000, 1_000_000, 1_500_000].map(id.wallet.preset)).toEqual(['50rb', '1jt', '1,5jt']);
});

test('counts and times have one form for one and for many', () => {
  expect([1, 5].map(id.holds.heldMinutes)).toEqual([
    'Selesaikan pembelian dalam 1 menit',
    'Selesaikan pembelian dalam 5 menit',
  ]);
  expect([0, 1, 3].map(id.movie.onlyFree)).toEqual([
    'Tidak ada kursi yang tersedia',
    'Hanya 1 kursi yang tersedia',
    'Hanya 3 kursi yang tersedia',
  ]);
});

test('countdowns have two digits for minutes', () => {
  expect(id.holds.heldCountdown(292)).toBe('Selesaikan pembelian dalam 04:52');
  expect(id.holds.keptCountdown(892)).toBe('Disimpan untuk Anda dan teman: 14:52');
});

test('a film for all ages has the badge SU', () => {
  expect([0, 6, 13].map(id.age.ageBadge)).toEqual(['SU', '6+', '13+']);
});

test('amounts follow Rp without a dot or a space, and can be pasted', () => {
  const amounts = [0, 50_000, 1_500_000];
  expect(amounts.map(id.money.formatRupiah)).toEqual(['Rp0', 'Rp50.000', 'Rp1.500.000']);
  expect([50_000, -35_000].map(id.money.formatSignedRupiah)).toEqual(['+Rp50.000', '\u2212Rp35.000']);
  expect(amounts.map(id.money.formatRupiah).map(readWrittenAmount)).toEqual(amounts);
});

test('a missing amount is not mistaken for the balance', () => {
  expect(id.hallFailures.notEnoughBalance(35_000)).toBe('Saldo tidak cukup, kurang Rp35.000');
});

test('a balance that equals the price is not called too low', () => {
  expect(id.hallFailures.notEnoughBalance(0)).toBe('Saldo Anda pas, tanpa sisa');
  expect(id.hallFailures.notEnoughBalance(undefined)).toBe('Saldo tidak cukup');
});

test('seats that the user can buy do not have the word for seats that others hold', () => {
  expect(id.movie.seatOnMap(21, 'held')).toBe('Kursi 21, baris C, sisi kanan, sedang dipesan');
  expect(id.movie.seatOnMap(21, 'kept')).toBe('Kursi 21, baris C, sisi kanan, disimpan untuk Anda dan teman');
});

test('a text that is English in one message has a word by which the browser tests notice it', () => {
  const indonesian = new Map(constants(id));
  const unnoticed = constants(en).filter(
    ([name, text]) => indonesian.get(name) !== text && englishWordsIn(text).length === 0,
  );
  expect(unnoticed).toEqual([]);
});
