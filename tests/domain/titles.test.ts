import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchMovies, titleKey } from '#domain/titles.ts';
import { matchCount } from '#messages/movies.ts';

const TITLES = [
  'Metropolis',
  'The General',
  '100% Wolf',
  'snake_case',
  "Ocean's 8",
  'Who? (a+b)* [c].^$|\\',
  'Caf\u00E9',
];

describe('section 2: search by title', () => {
  test.each([
    ['a part of a title', 'polis', ['Metropolis']],
    ['capitals', 'METRO', ['Metropolis']],
    ['small letters', 'the general', ['The General']],
    ['an accented capital', 'CAF\u00C9', ['Caf\u00E9']],
    ['a percent sign', '%', ['100% Wolf']],
    ['an underscore', '_', ['snake_case']],
    ['an apostrophe', "'", ["Ocean's 8"]],
    ['a dot and a star', '.*', []],
    ['brackets', '[c]', ['Who? (a+b)* [c].^$|\\']],
    ['an open bracket', '(', ['Who? (a+b)* [c].^$|\\']],
    ['a backslash', '\\', ['Who? (a+b)* [c].^$|\\']],
    ['white space around the text', '  metro\t', ['Metropolis']],
    ['two spaces instead of one', 'the  general', ['The General']],
    ['the words of a title in another order', 'general the', []],
    ['an empty text', '', TITLES],
    ['only spaces', '   ', TITLES],
    ['a text that no title contains', 'zzz', []],
  ])('reliability 17: the search text is matched literally: %s', (_, text, titles) => {
    expect(foundTitles(TITLES, text)).toEqual(titles);
  });

  test('any part of a title finds the film', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), fc.nat(), fc.nat(), (title, from, length) => {
        expect(foundTitles([title], title.slice(from % title.length, length))).toEqual([title]);
      }),
    );
  });

  test('keeps the order of the films and does not change the list', () => {
    const movies = TITLES.map((title) => ({ title }));
    const found = searchMovies(movies, 'e');
    expect(found).toEqual([
      { title: 'Metropolis' },
      { title: 'The General' },
      { title: 'snake_case' },
      { title: "Ocean's 8" },
    ]);
    expect(movies).toEqual(TITLES.map((title) => ({ title })));
  });
});

const KEPT_OR_FOLDED = Array.from("e\u0301\u00E9 \u00A0\u2003'\u2019\u00B4\u2033-\u2011\u00AD\u034F\u200B\uFEFF");

const LOOKALIKES: readonly (readonly [what: string, title: string, other: string])[] = [
  ['NFC and NFD', 'Am\u00E9lie', 'Ame\u0301lie'],
  ['an apostrophe and a typographic one', "Schindler's List", 'Schindler\u2019s List'],
  ['one space and two', 'The General', 'The  General'],
  ['a title and the title between spaces', 'The General', '\u3000The General '],
];

/** The characters that are folded to each plain character. */
const FOLDED: readonly (readonly [plain: string, others: string])[] = [
  ["'", '`\u00B4\u02B9\u02BB\u02BC\u2018\u2019\u201A\u201B\u2032\uFF07'],
  ['"', '\u201C\u201D\u201E\u201F\u2033\uFF02'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uFE58\uFE63\uFF0D'],
  [' ', '\t\u00A0\u2002\u2003\u2009\u202F\u3000'],
  ['', '\u00AD\u034F\u200B\u200C\u200D\u200E\u200F\u2060\uFE0F\uFEFF'],
];

describe('section 3: titles that look the same are equal', () => {
  test.each(FOLDED)('the character %j equals each of %j', (plain, others) => {
    const apart = Array.from(others).filter((other) => titleKey(`a${other}b`) !== `a${plain}b`);
    expect(apart.map((other) => other.codePointAt(0)?.toString(16))).toEqual([]);
  });

  test.each(LOOKALIKES)('%s', (_, title, other) => {
    expect(titleKey(other)).toBe(titleKey(title));
    expect(foundTitles([title], other)).toEqual([title]);
    expect(foundTitles([other], title)).toEqual([other]);
  });

  test.each([
    ['case', 'It', 'IT'],
    ['an accent', 'Amelie', 'Am\u00E9lie'],
    ['a superscript digit', 'Alien 3', 'Alien \u00B3'],
    ['a space', 'Face Off', 'FaceOff'],
    ['a control character', 'Metropolis', 'Metropolis\0'],
  ])('titles that differ in %s are different', (_, title, other) => {
    expect(titleKey(other)).not.toBe(titleKey(title));
  });

  test('folding a key again does not change it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...KEPT_OR_FOLDED) }), (title) => {
        expect(titleKey(titleKey(title))).toBe(titleKey(title));
      }),
    );
  });
});

describe('section 2: a search ignores case in every script', () => {
  test.each([
    ['STRASSE', 'Die freudlose Stra\u00DFe'],
    ['\u03C3\u03BF\u03C6\u03CC\u03C3', '\u03A3\u03BF\u03C6\u03CC\u03C2'],
    ['fi', 'Wi\uFB01'],
    ['\uFF21\uFF2B\uFF29\uFF32\uFF21', 'Akira'],
  ])('%s finds %s', (text, title) => {
    expect(foundTitles([title], text)).toEqual([title]);
  });
});

function foundTitles(titles: readonly string[], text: string): string[] {
  return searchMovies(
    titles.map((title) => ({ title })),
    text,
  ).map(({ title }) => title);
}

test.each([
  [0, '0 movies match'],
  [1, '1 movie matches'],
  [12_345, '12345 movies match'],
])('a search that finds %i announces: %s', (count, message) => {
  expect(matchCount(count)).toBe(message);
});
