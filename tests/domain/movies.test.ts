import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { releaseYear, searchMovies } from '#domain/movies.ts';

const TITLES = [
  'Metropolis',
  'The General',
  '100% Wolf',
  'snake_case',
  "Ocean's 8",
  'Who? (a+b)* [c].^$|\\',
  'Caf\u00E9',
];

describe('section 3: release year', () => {
  test.each([
    ['1927-01-10', '1927'],
    ['2026-12-31', '2026'],
    ['1927', '1927'],
    ['', ''],
  ])('of %s it is %s, the part before the first dash', (releaseDate, year) => {
    expect(releaseYear(releaseDate)).toBe(year);
  });
});

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
    ['white space inside the text', 'the  general', []],
    ['nothing', '', TITLES],
    ['only blanks', '   ', TITLES],
    ['what no title holds', 'zzz', []],
  ])('reliability 17: %s is taken literally', (_, text, titles) => {
    expect(foundTitles(TITLES, text)).toEqual(titles);
  });

  test('every part of a title finds it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), fc.nat(), fc.nat(), (title, from, length) => {
        expect(foundTitles([title], title.slice(from % title.length, length))).toEqual([title]);
      }),
    );
  });

  test('the films stay in their order and the list as it was', () => {
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

function foundTitles(titles: readonly string[], text: string): string[] {
  return searchMovies(
    titles.map((title) => ({ title })),
    text,
  ).map(({ title }) => title);
}
