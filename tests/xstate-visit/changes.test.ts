import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../src/xstate-visit/recording/changes.ts';
import { hashOfNumbers } from '../../src/xstate-visit/recording/placeholders.ts';

const range = (length: number, from = 0) => Array.from({ length }, (_, index) => index + from);
const tableOf = (length: number, value: string) => Object.fromEntries(range(length).map((name) => [`k${name}`, value]));
const mapOf = (entries: object) => new Map(Object.entries(entries));
const withoutPrototype = (entries: object): object => Object.assign(Object.create(null), entries);

/** Nests a value in 30 lists. */
function deep(value: unknown): unknown {
  return range(30).reduce((inner: unknown) => [inner], value);
}

function changes(before: object, after: object) {
  return changesBetween(before, after, (value) => value);
}

describe('a recording has, of the new data of a step,', () => {
  test.each([
    ['only the changed parts', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { 'a.c': 3 }],
    ['parts of an object without a prototype', { a: withoutPrototype({ b: 1 }) }, { a: { b: 2 } }, { 'a.b': 2 }],
    ['null for a removed part', { a: { b: 1, c: 2 } }, { a: { c: 2 } }, { 'a.b': null }],
    ['the new items and the length of a longer list', { a: [1] }, { a: [1, 2] }, { 'a.1': 2, 'a.length': 2 }],
    ['the length of a shorter list', { a: [1, 2] }, { a: [1] }, { 'a.1': null, 'a.length': 1 }],
    ['nothing of an equal copy', { a: new Date(0) }, { a: new Date(0) }, {}],
    ['a whole instance of a class', { a: { at: new Date(0) } }, { a: { at: new Date(1) } }, { 'a.at': new Date(1) }],
    ['50 changed parts one by one', { a: range(50) }, { a: range(50, 1) }, tableOfItems(50)],
    ['a list as a whole if 51 items have changed', { a: range(51) }, { a: range(51, 1) }, { a: range(51, 1) }],
    [
      'an object as a whole if 51 parts have changed',
      { a: tableOf(51, 'x') },
      { a: tableOf(51, 'y') },
      { a: tableOf(51, 'y') },
    ],
    [
      'the changed entries of a map',
      { a: mapOf({ b: 1, c: 2 }) },
      { a: mapOf({ b: 1, c: 3, d: 4 }) },
      { 'a.c': 3, 'a.d': 4 },
    ],
    [
      'the changed parts of an entry',
      { a: new Map([[7, { b: 1, c: 2 }]]) },
      { a: new Map([[7, { b: 1, c: 3 }]]) },
      { 'a.7.c': 3 },
    ],
    [
      'null for a removed entry',
      { a: mapOf({ b: 1, c: 2, d: 3 }) },
      { a: mapOf({ c: 2 }) },
      { 'a.b': null, 'a.d': null },
    ],
    [
      'a map as a whole if its order has changed',
      { a: mapOf({ b: 1, c: 2 }) },
      { a: mapOf({ c: 2, b: 1 }) },
      { a: mapOf({ c: 2, b: 1 }) },
    ],
    [
      'a map as a whole if its keys are objects',
      { a: new Map() },
      { a: new Map([[{}, 1]]) },
      { a: new Map([[{}, 1]]) },
    ],
    [
      'a map as a whole if an entry is undefined',
      { a: new Map() },
      { a: new Map([['b', undefined]]) },
      { a: new Map([['b', undefined]]) },
    ],
    [
      'a map as a whole if 51 entries have changed',
      { a: mapOf(tableOf(51, 'x')) },
      { a: mapOf(tableOf(51, 'y')) },
      { a: mapOf(tableOf(51, 'y')) },
    ],
    [
      'the added and the removed items of a set',
      { a: new Set(['b', 'c']) },
      { a: new Set(['c', 'd']) },
      { 'a.b': null, 'a.d': 'd' },
    ],
    ['1000 numbers as they are', { a: [] }, { a: range(1000) }, { a: range(1000) }],
    ['a hash of more numbers', { a: [] }, { a: range(1001) }, { a: { $hash: hashOfNumbers(range(1001)) } }],
  ])('%s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  test('the part at the deepest level as a whole', () => {
    expect(changes({ a: deep(1) }, { a: deep(2) })).toEqual({ [`a${'.0'.repeat(19)}`]: expect.any(Array) });
  });
});

function tableOfItems(length: number) {
  return Object.fromEntries(range(length).map((index) => [`a.${index}`, index + 1]));
}
