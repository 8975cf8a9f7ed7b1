import { describe, expect, test } from 'vitest';
import { createShortening, isLongText, isShortenedAlike } from '../../src/xstate-visit/recording/shortening.ts';
import { isObject } from '../../src/xstate-visit/recording/plainData.ts';

const namesOf = (name: string, count = 1000) => Array.from({ length: count }, () => ({ name }));

/** The short form of a long value in a recording with these placeholders. */
function shortened(value: unknown, placeholders: readonly string[] = []): object {
  const short = createShortening(new Set(placeholders))(value);
  if (!isObject(short)) throw new Error('The value is not shortened');
  return short;
}

describe('a long list in a recording', () => {
  test('is redacted if a text in it is a placeholder, otherwise a hash', () => {
    expect(Object.keys(shortened(namesOf('p1'), ['p1']))).toEqual(['$redacted']);
    expect(Object.keys(shortened(namesOf('Ana'), ['p1', 'name']))).toEqual(['$hash']);
  });

  test('with placeholders can be any list of the same shape', () => {
    const recorded = shortened(namesOf('p1'), ['p1']);
    expect(isShortenedAlike(recorded, shortened(namesOf('Ana')))).toBe(true);
    expect(isShortenedAlike(recorded, shortened(namesOf('Ana', 1001)))).toBe(false);
    expect(isShortenedAlike({ $date: 1 }, { $date: 2 })).toBe(false);
  });

  test('is no long text', () => {
    expect(isLongText(shortened('x'.repeat(399)))).toBe(true);
    expect(isLongText(shortened(namesOf('Ana')))).toBe(false);
  });
});
