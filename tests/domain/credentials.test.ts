import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passwordKey, usernameKey } from '#domain/credentials.ts';

describe('reliability 18: usernames are compared after NFKC, without case', () => {
  test.each([
    ['MovieFan', 'moviefan'],
    ['\uFF2D\uFF4F\uFF56\uFF49\uFF45\uFF26\uFF41\uFF4E', 'moviefan'],
    ['Cafe\u0301 fan', 'caf\u00E9 fan'],
    ['\uFB01lmfans', 'filmfans'],
    ['Stra\u00DFenkino', 'strassenkino'],
    ['STRA\u1E9EENKINO', 'strassenkino'],
    [
      '\u03BA\u03B9\u03BD\u03B7\u03BC\u03B1\u03C4\u03BF\u03C2 fan',
      '\u03BA\u03B9\u03BD\u03B7\u03BC\u03B1\u03C4\u03BF\u03C2 fan',
    ],
  ])('the key of %s is %s', (username, key) => {
    expect(usernameKey(username)).toBe(key);
  });

  test('names in any language that differ only in case are equal', () => {
    // Without combining marks: the capital of the mark U+0345 is a letter, to which later marks then belong.
    const letter = fc
      .integer({ min: 0x61, max: 0x2fff })
      .map((point) => String.fromCodePoint(point))
      .filter((character) => !/\p{M}/u.test(character));
    fc.assert(
      fc.property(fc.array(letter, { maxLength: 12 }), (letters) => {
        const username = letters.join('');
        expect(usernameKey(username.toUpperCase())).toBe(usernameKey(username));
        expect(usernameKey(username.toLowerCase())).toBe(usernameKey(username));
      }),
    );
    expect(usernameKey('\u03C3\u03BF\u03C6\u03CC\u03C2')).toBe(usernameKey('\u03C3\u03BF\u03C6\u03CC\u03C3'));
  });

  test('folding a key again does not change it', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0x10_ffff })), (points) => {
        const username = String.fromCodePoint(...points);
        expect(usernameKey(usernameKey(username))).toBe(usernameKey(username));
      }),
    );
  });
});

describe('reliability 25: passwords are compared after NFC, with one kind of space', () => {
  test.each([
    ['re\u0301sume\u0301', 'r\u00E9sum\u00E9'],
    ['a\u00A0b\u3000c', 'a b c'],
    ['\uFB01 and \u2460', '\uFB01 and \u2460'],
    ['  MiXed  ', '  MiXed  '],
  ])('%j is %j', (password, key) => {
    expect(passwordKey(password)).toBe(key);
  });
});
