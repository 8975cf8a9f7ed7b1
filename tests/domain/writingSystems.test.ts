import { describe, expect, test } from 'vitest';
import { hasOneWritingSystem } from '#domain/writingSystems.ts';

describe('reliability 18: a user name has the letters of one writing system', () => {
  test.each([
    ['Latin with marks, digits and emoji', 'Nguye\u0302\u0303n_\u00E5.2026 \u{1F3AC}'],
    ['Cyrillic', '\u043A\u0438\u043D\u043E\u043C\u0430\u043D-7'],
    ['Japanese', '\u6620\u753B\u30D5\u30A1\u30F3\u306E\u592A\u90CE\u30FC'],
    ['Korean with Han', '\u6620\u756B\uC601\uD654'],
    ['Chinese with Bopomofo', '\u96FB\u5F71\u3105\u3106'],
    ['Hindi with a danda', '\u0938\u093F\u0928\u0947\u092E\u093E\u0964'],
    ['Javanese', '\uA9A2\uA98F\uA9B8'],
    ['Nko, which is not listed', '\u07D3\u07CF\u07D6'],
    ['full-width Latin', '\uFF2D\uFF4F\uFF56\uFF49\uFF45 fan'],
    ['no letters', '2026-11-29'],
  ])('allows %s', (_, username) => {
    expect(hasOneWritingSystem(username)).toBe(true);
  });

  test.each([
    ['a Cyrillic letter in a Latin name', '\u0430lice.wong'],
    ['a Greek letter in a Latin name', 'm\u03BFviefan'],
    ['a mathematical Greek letter in a Latin name', 'movief\u{1D6C2}n'],
    ['a Cherokee letter in a Latin name', '\u13A2oviefan'],
    ['a letter of Nko in a Latin name', 'm\u07CFviefan'],
    ['a Thai letter in a Lao name', '\u0EA1\u0EB9\u0EA7\u0E35'],
    ['Hangul with Katakana', '\uC601\uD654\u30D5\u30A1\u30F3'],
  ])('refuses %s', (_, username) => {
    expect(hasOneWritingSystem(username)).toBe(false);
  });
});
