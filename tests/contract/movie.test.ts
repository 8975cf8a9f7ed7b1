import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { movieSchema, moviesSchema } from '#contract/movie.ts';
import { refusedFields, parseResult } from './parseResult.ts';

const movie = v.parse(movieSchema, {
  id: 1,
  title: 'Metropolis',
  description: 'A city of the future.',
  release_date: '1927-01-10',
  poster_url: '/posters/metropolis.svg',
  age_rating: 7,
  ticket_price: 35_000,
});

const entries: Readonly<Record<string, v.GenericSchema>> = movieSchema.entries;
const required = Object.keys(entries).filter((name) => entries[name]?.type !== 'optional');

describe('section 3: movie', () => {
  test('parses a list of films and drops unknown fields', () => {
    expect(parseResult(moviesSchema, [{ ...movie, unknown: 'of a later version' }])).toEqual({ accepted: [movie] });
    expect(parseResult(moviesSchema, [])).toEqual({ accepted: [] });
  });

  test.each(['Who? #1 & 2 + 3/4 of 100%', '\u{1F3AC} Night', 'Cafe\u0301', '...', 'x'.repeat(200), '<img onerror>'])(
    'keeps the title %s unchanged',
    (title) => {
      expect(parseResult(movieSchema, { ...movie, title })).toEqual({ accepted: { ...movie, title } });
    },
  );

  test.each([
    ['a leading space', ' Metropolis', 'A title must not begin or end with a space'],
    ['a trailing space', 'Metropolis ', 'A title must not begin or end with a space'],
    ['only one dot', '.', 'A title of only dots has no path'],
    ['only two dots', '..', 'A title of only dots has no path'],
    ['a control character', 'Metro\u0000polis', 'must not contain control characters'],
    ['half a surrogate pair', 'Metro\uD83C', 'must not contain control characters'],
  ])('refuses a title with %s', (_, title, message) => {
    expect(parseResult(movieSchema, { ...movie, title })).toEqual({ refused: { title: message } });
  });

  test.each(required)('requires %s', (field) => {
    expect(refusedFields(movieSchema, { ...movie, [field]: undefined })).toEqual([field]);
  });

  test.each([
    ['title', ['', 'x'.repeat(201)]],
    ['id', [0, 1.5, '1']],
    ['release_date', ['1927', '10 Jan 1927']],
    ['poster_url', ['']],
    ['age_rating', [-1, 12.5]],
    ['ticket_price', [0, 0.5, 2 ** 53]],
  ])('%s cannot be one of %j', (field, values) => {
    for (const value of values) expect(refusedFields(movieSchema, { ...movie, [field]: value })).toEqual([field]);
  });
});
