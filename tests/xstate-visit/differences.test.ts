import { describe, expect, test } from 'vitest';
import { findDifferences } from '../../src/xstate-visit/replay/differences.ts';
import type { Entry } from '../../src/xstate-visit/recording/recording.ts';

const at = (milliseconds: number): Entry => ({ type: 'address', at: milliseconds, address: '/kitchen' });

function moved(
  event: string,
  changes: { state?: unknown; data?: Record<string, unknown> } = {},
  actor = 'kettle',
): Entry {
  return { type: 'transition', actor, event, ...changes };
}

function does(params: unknown, action = 'ring'): Entry {
  return { type: 'action', actor: 'kettle', action, params };
}

function invoked(input: unknown): Entry {
  return { type: 'invoked', actor: 'kettle/measure', input };
}

function failed(type: string, message: string): Entry {
  return { type: 'crashed', actor: 'kettle', error: { $error: { type, message } } };
}

function delayed(boil: number): Entry {
  return { type: 'transition', actor: 'kettle', event: 'start', delays: { boil } };
}

/** The differences as lines: time, actor, event and each differing part. */
function differences(
  recorded: readonly Entry[],
  today: readonly Entry[],
  problems: Parameters<typeof findDifferences>[1]['problems'] = [],
) {
  return findDifferences(recorded, { entries: today, problems }).map(
    ({ at: time, actor, event, parts }) =>
      `${time} ${actor} ${event}: ${parts.map((part) => `${part.name} ${part.recorded} -> ${part.today}`).join('; ')}`,
  );
}

/** A kettle that is filled several times, 1 ms apart. */
function run(...litres: readonly number[]): Entry[] {
  return litres.flatMap((each, index) => [at(index), moved('fill', { data: { litres: each } })]);
}

describe('a replay reports a difference', () => {
  const start = [at(5), moved('start', { state: 'cold', data: { litres: 2 } })];

  test.each<readonly [string, readonly Entry[], readonly Entry[], readonly string[]]>([
    ['in nothing when both are the same', [...start, does({ times: 1 })], [...start, does({ times: 1 })], []],
    [
      'in a state',
      start,
      [at(5), moved('start', { state: 'hot', data: { litres: 2 } })],
      ['5 kettle start: state cold -> hot'],
    ],
    [
      'in one region of a state',
      [moved('start', { state: { door: 'open', heat: 'off' } })],
      [moved('start', { state: { door: 'open', heat: 'on' } })],
      ['0 kettle start: state door.open, heat.off -> door.open, heat.on'],
    ],
    [
      'in data',
      start,
      [at(5), moved('start', { state: 'cold', data: { litres: 3 } })],
      ['5 kettle start: litres 2 -> 3'],
    ],
    [
      'in removed data',
      start,
      [at(5), moved('start', { state: 'cold', data: { litres: null } })],
      ['5 kettle start: litres 2 -> nothing'],
    ],
    [
      'in the params of an action',
      [does({ times: 1 })],
      [does({ times: 2 })],
      ['0 kettle does ring: params.times 1 -> 2'],
    ],
    [
      'in the input of an effect',
      [invoked({ litres: 1 })],
      [invoked({ litres: 2 })],
      ['0 kettle/measure is invoked: input.litres 1 -> 2'],
    ],
    ['in the event', [moved('start')], [moved('stop')], ['0 kettle start: event start -> stop']],
    ['in an additional last event', start, [...start, at(9), moved('stop')], ['9 kettle stop: event nothing -> stop']],
    ['in a missing last event', [...start, at(9), moved('stop')], start, ['9 kettle stop: event stop -> nothing']],
    ['in an additional last action', [does(1)], [does(1), does(1)], ['0 kettle does ring: event nothing -> does ring']],
    ['in a missing action', [does(1)], [], ['0 kettle does ring: event does ring -> nothing']],
    ['in a new actor', start, [...start, moved('start', {}, 'kettle#2')], ['5 kettle#2 start: event nothing -> start']],
    [
      'in a list that became shorter',
      [does([1, 2])],
      [does([1])],
      ['0 kettle does ring: params.length 2 -> 1; params.1 2 -> nothing'],
    ],
    [
      'in the message of an error',
      [failed('Error', 'hot')],
      [failed('Error', 'cold')],
      [
        '0 kettle crashes: error {"$error":{"type":"Error","message":"hot"}} -> {"$error":{"type":"Error","message":"cold"}}',
      ],
    ],
    [
      'but not in how an engine words an error',
      [failed('TypeError', 'x is null')],
      [failed('TypeError', 'null: x')],
      [],
    ],
    ['in a delay', [delayed(1000)], [delayed(1001)], ['0 kettle start: begun delays.boil 1000 -> 1001']],
    [
      'in a delay that does not begin',
      [delayed(1000)],
      [moved('start')],
      ['0 kettle start: begun delays.boil 1000 -> nothing'],
    ],
    [
      'in one of two actors of the same machine',
      [moved('start', { data: { litres: 1 } }), moved('start', { data: { litres: 1 } }, 'kettle#2')],
      [moved('start', { data: { litres: 1 } }), moved('start', { data: { litres: 2 } }, 'kettle#2')],
      ['0 kettle#2 start: litres 1 -> 2'],
    ],
  ])('%s', (_, recorded, today, found) => {
    expect(differences(recorded, today)).toEqual(found);
  });

  test.each([
    ['not in the placeholder of a text', 'p1', []],
    ['in another text than a placeholder, as unknown', 'Ana', [true]],
    ['in an empty text instead of a placeholder, as known', ' ', [false]],
    ['in a text that the recording would contain instead of a placeholder, as known', 'tea', [false]],
  ])('%s', (_, today, found) => {
    const placeholders = { has: (text: string) => text === 'p1', isPublic: (text: string) => text === 'tea' };
    const parts = findDifferences([does('p1')], { entries: [does(today)], problems: [] }, placeholders).flatMap(
      (difference) => difference.parts,
    );
    expect(parts.map(({ isUnknownText }) => isUnknownText)).toEqual(found);
  });

  test('once while it lasts, and again when it recurs', () => {
    expect(differences(run(1, 1, 1, 1), run(2, 2, 1, 2))).toEqual([
      '0 kettle fill: litres 1 -> 2',
      '3 kettle fill: litres 1 -> 2',
    ]);
  });

  test('for each input that could not be repeated, in order of time', () => {
    const problems = [
      { at: 3, frame: 0, actor: 'toaster', message: 'it does not run today' },
      { at: 7, frame: 2, actor: 'oven', message: 'it has ended today, before bake' },
    ];
    const [recorded, today] = ['start', 'stop'].map((event) => [at(1), at(5), moved(event)]);
    expect(differences(recorded ?? [], today ?? [], problems)).toEqual([
      '3 toaster : actor runs -> it does not run today',
      '5 kettle start: event start -> stop',
      '7 oven : actor runs -> it has ended today, before bake',
    ]);
  });
});
