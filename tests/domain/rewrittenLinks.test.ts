import { describe, expect, test } from 'vitest';
import { moviePath } from '#domain/paths.ts';
import { findRewritten, restoreQuery } from '#domain/rewrittenLinks.ts';

const FILMS = ['The Kid', 'Romeo + Juliet', '100% Wolf', '50%2F50', 'Tom & Jerry', 'Her', 'HER', 'Amélie'].map(
  (title) => ({ title }),
);

describe('section 2: a link whose title was rewritten', () => {
  test.each([
    ['the kid', 'The Kid'],
    ['THE+KID', 'The Kid'],
    ['The%20Kid', 'The Kid'],
    ['The%252520Kid', 'The Kid'],
    ['The%25252520Kid', undefined],
    ['Am%25C3%25A9lie', 'Amélie'],
    ['Romeo+++Juliet', 'Romeo + Juliet'],
    ['Romeo%20%2B%20Juliet', 'Romeo + Juliet'],
    ['100%%20Wolf', '100% Wolf'],
    ['100%25%20Wolf', '100% Wolf'],
    ['50/50', '50%2F50'],
    ['Tom+&amp;+Jerry', 'Tom & Jerry'],
    ['AME\u0301LIE', 'Amélie'],
    ['her', undefined],
    ['The', undefined],
    ['%ff', undefined],
    ['', undefined],
  ])('%j means %j', (title, meant) => {
    expect(findRewritten(FILMS, title)?.title).toBe(meant);
  });
});

describe('section 2: a link whose query was rewritten', () => {
  const CODE = 'AbCdEfGhIjKlMnOpQrStUv';

  test.each([
    ['?date=05+Mar&amp;time=20.35', '?date=05+Mar&time=20.35'],
    ['?date=05+Mar&amp;amp;time=20.35', '?date=05+Mar&time=20.35'],
    ['?date=05+Mar%26time%3D20.35', '?date=05+Mar&time=20.35'],
    ['?date=05%20Mar%26amp%3Btime=20.35&source=mail', '?date=05+Mar&time=20.35'],
    ['?date=05%2520Mar&time=20.35', '?date=05+Mar&time=20.35'],
    ['?date=05%252BMar', '?date=05+Mar'],
    ['?date=05%20Mar&time=20.35&beside=28%252C29', '?date=05+Mar&time=20.35&beside=28,29'],
    [`?date=05+Mar&amp;time=20.35&amp;together=${CODE}`, `?date=05+Mar&time=20.35&together=${CODE}`],
  ])('%s means %s, which is not restored again', (search, meant) => {
    expect(moviePath('x', restoreQuery(search))).toBe(`/movie/x${meant}`);
    expect(restoreQuery(meant)).toBeUndefined();
  });

  test.each([
    '',
    '?date=05+Mar&time=20.35',
    '?date=05%20Mar&time=20.35&beside=28%2C29',
    '?date=05%20Mar&source=a%26b',
    '?source=a%26date%3D06+Mar&date=05+Mar',
    '?source=a%26beside%3D30&beside=28',
    '?date=on+05%2520Mar&time=at+20%252E35',
    '?time=20%252E35+WIB',
    '?date=%2525252525252525',
    '?date=%26%26',
    '?%ff',
  ])('%s lost nothing', (search) => {
    expect(restoreQuery(search)).toBeUndefined();
  });
});
