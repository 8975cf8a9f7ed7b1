import { describe, expect, test } from 'vitest';
import { changesBetween } from '../../src/xstate-visit/panel/stepChanges.ts';
import type { InspectedActor } from '../../src/xstate-visit/panel/stepLog.ts';

function actorWith(data: unknown, state = 'on'): InspectedActor {
  return {
    id: 1,
    name: 'kettle',
    kind: 'kettle',
    path: [1],
    machine: undefined,
    status: 'active',
    state,
    activeIds: [],
    tags: [],
    next: () => [],
    can: () => undefined,
    crash: undefined,
    data,
  };
}

/** The changes as text. */
function changes(before: unknown, after: unknown): readonly string[] {
  return changesBetween(actorWith(before), actorWith(after)).map(
    ({ kind, path, before: was, after: is }) =>
      `${kind} ${path} ${[was, is].filter((text) => text !== '').join(' → ')}`,
  );
}

describe('the changes of a step', () => {
  test('name the state first', () => {
    expect(changesBetween(actorWith({ a: 1 }, 'on'), actorWith({ a: 2 }, 'off'))).toEqual([
      { kind: 'changed', path: 'state', before: '"on"', after: '"off"' },
      { kind: 'changed', path: 'a', before: '1', after: '2' },
    ]);
  });

  test.each([
    ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['another order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
    ['an added key', {}, { a: { b: 1 } }, ['added a {"b":1}']],
    ['a removed key', { a: null }, {}, ['removed a null']],
    ['a cleared key', { a: 1 }, { a: undefined }, ['removed a 1']],
    ['a nested value', { a: { b: { c: 1 } } }, { a: { b: { c: 'x' } } }, ['changed a.b.c 1 → "x"']],
    ['another kind of value', { a: [1] }, { a: { b: 1 } }, ['changed a [1] → {"b":1}']],
    ['an item at the end', [1, 2], [1, 2, 3], ['added 2 3']],
    ['an item at the start', { a: ['x', 'y'] }, { a: ['w', 'x', 'y'] }, ['added a.0 "w"']],
    ['a removed item', { a: ['w', 'x', 'y'] }, { a: ['w', 'y'] }, ['removed a.1 "x"']],
    ['a changed item', [{ id: 1 }, { id: 2 }, { id: 3 }], [{ id: 1 }, { id: 9 }, { id: 3 }], ['changed 1.id 2 → 9']],
    ['a changed and an added item', [1, 2, 9], [1, 3, 4, 9], ['changed 1 2 → 3', 'added 2 4']],
    ['equal items', [1, 1], [1], ['removed 1 1']],
    ['an emptied list', [1, 2], [], ['removed 0 1', 'removed 1 2']],
    ['plain values', 'open', 'closed', ['changed  "open" → "closed"']],
  ])('of data: %s', (_, before, after, expected) => {
    expect(changes(before, after)).toEqual(expected);
  });

  test('shorten long values', () => {
    expect(changes({ a: '' }, { a: 'x'.repeat(500) })).toEqual([`changed a "" → "${'x'.repeat(79)}…`]);
  });
});
