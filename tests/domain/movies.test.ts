import { describe, expect, test } from 'vitest';
import { releaseYear } from '#domain/movies.ts';

describe('section 3: release year', () => {
  test.each([
    ['1927-01-10', '1927'],
    ['2026-12-31', '2026'],
    ['1927', '1927'],
    ['', ''],
  ])('of %s is %s, the part before the first dash', (releaseDate, year) => {
    expect(releaseYear(releaseDate)).toBe(year);
  });
});
