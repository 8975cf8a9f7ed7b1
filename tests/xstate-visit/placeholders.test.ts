import { describe, expect, test } from 'vitest';
import { createPlaceholders } from '../../src/xstate-visit/recording/placeholders.ts';

describe('a placeholder', () => {
  /** Placeholders for a product whose validation has length limits of 10 and 20 characters. */
  const placeholders = createPlaceholders([10, 20]);

  test('is the same for the same text, and different for another', () => {
    const [first, again, other] = ['popcorn!', 'popcorn!', 'Popcorn!'].map((text) => placeholders(text, 'password'));
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  test.each(['a', 'ab', 'abcdefg'])('for the short text %s consists of as many letters', (text) => {
    const placeholder = placeholders(text, 'name');
    expect(placeholder).toMatch(new RegExp(`^[a-z]{${text.length}}$`));
  });

  test.each([
    ['8 characters', 8, /^title-\d{7}$/],
    ['as many as a limit allows', 10, /^title-\d{7}$/],
    ['one more than the largest limit', 21, /^title-\d{7}x{8}$/],
  ])('for a text of %s exceeds the limits that the text exceeds', (_, length, shape) => {
    expect(placeholders('t'.repeat(length), 'title')).toMatch(shape);
  });

  test('for a text that exceeds only the smaller limit exceeds only that limit', () => {
    const placeholder = createPlaceholders([15, 20])('t'.repeat(16), 'title');
    expect(placeholder).toMatch(/^title-\d{7}x{3}$/);
    expect(placeholder).toHaveLength(16);
  });

  test('keeps surrounding white space, and a text of white space only', () => {
    expect(placeholders('  Ana\t', 'name')).toMatch(/^ {2}[a-z]{3}\t$/);
    expect(placeholders('   ', 'name')).toBe('   ');
    expect(placeholders('', 'name')).toBe('');
  });

  test('contains an invisible character when the text does', () => {
    expect(placeholders('An\u200Ba', 'name')).toMatch(/^[a-z]{4}\u200B$/);
    expect(placeholders('Ana\n', 'name')).not.toContain('\u200B');
  });
});
