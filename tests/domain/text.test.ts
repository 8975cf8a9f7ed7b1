import { describe, expect, test } from 'vitest';
import { NO_NUMBER, plainNumber } from '#domain/text.ts';

describe('a typed number', () => {
  test.each([
    ['30', 30],
    ['-1', -1],
    ['30.25', 30.25],
    ['', Number.NaN],
    [' 30', Number.NaN],
    ['30 ', Number.NaN],
    ['3e1', Number.NaN],
    ['30.', Number.NaN],
    ['\u0663', Number.NaN],
    [NO_NUMBER, Number.NaN],
  ])('parses %j as %d', (text, number) => {
    expect(plainNumber(text)).toBe(number);
  });

  test('letters in a number field differ from an empty field', () => {
    expect(NO_NUMBER).not.toBe('');
  });
});
