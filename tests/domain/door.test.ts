import { describe, expect, test } from 'vitest';
import {
  answerOffline,
  countSeats,
  isSameDoorScreening,
  proposedScreening,
  signalOf,
  sightOf,
  withChanges,
  type DoorAnswer,
} from '#domain/door.ts';
import { isDoor } from '#domain/doorPath.ts';

const START = Date.parse('2026-03-05T07:30:00.000Z');
const MINUTE = 60_000;
const HASH = 'a'.repeat(64);
const at = (time: number) => new Date(time).toISOString();

describe('the screening that a door proposes', () => {
  const screenings = [START, START + 165 * MINUTE].map((time) => ({ startsAt: at(time) }));

  test.each([
    ['hours before the first one', START - 300 * MINUTE, 0],
    ['less than half an hour after its start', START + 30 * MINUTE - 1, 0],
    ['half an hour after its start', START + 30 * MINUTE, 1],
    ['after the last one', START + 500 * MINUTE, 1],
  ])('%s', (_, now, index) => {
    expect(proposedScreening(screenings, now)).toBe(screenings[index]);
  });

  test('is none on a day without any', () => {
    expect(proposedScreening([], START)).toBeUndefined();
  });
});

describe('the list with the changes of a phone', () => {
  const tickets = [
    { codeHash: HASH, seatNumbers: [11, 12] },
    { codeHash: 'b', seatNumbers: [13], admittedAt: at(START), door: 'Balcony' },
  ];
  const admit = { kind: 'admit' as const, codeHash: HASH, at: START };
  const undo = { ...admit, kind: 'undo' as const, at: START + 1 };

  test.each([
    ['an admission', [admit], { inside: 3, sold: 3 }],
    ['an admission and its undo', [admit, undo], { inside: 1, sold: 3 }],
    ['an undo and a later admission', [undo, admit], { inside: 3, sold: 3 }],
    ['an admission of no listed ticket', [{ ...admit, codeHash: 'c' }], { inside: 1, sold: 3 }],
  ])('counts %s', (_, changes, count) => {
    expect(countSeats(withChanges(tickets, changes, 'Entrance'))).toEqual(count);
  });

  test('keeps the earlier admission by another door', () => {
    const changes = [{ ...admit, codeHash: 'b', at: START + 1 }];
    expect(withChanges(tickets, changes, 'Entrance')).toEqual(tickets);
  });
});

describe('offline, a door answers about a code', () => {
  const inside = { codeHash: HASH, seatNumbers: [11], admittedAt: at(START - MINUTE) };
  const check = { codeHash: HASH, startsAt: at(START), opensMinutesBefore: 60, now: START, door: 'Entrance' };

  test.each<[string, Partial<Parameters<typeof answerOffline>[0]>, DoorAnswer]>([
    ['without a list', { tickets: undefined }, { answer: 'unlisted' }],
    ['that its list lacks', { tickets: [{ ...inside, codeHash: 'b' }] }, { answer: 'unlisted' }],
    [
      'that another door has admitted',
      { tickets: [{ ...inside, door: 'Balcony' }] },
      { answer: 'already_inside', seatNumbers: [11], admittedAt: at(START - MINUTE), door: 'Balcony' },
    ],
    [
      'that a door without a name has admitted',
      { tickets: [inside] },
      { answer: 'already_inside', seatNumbers: [11], admittedAt: at(START - MINUTE), door: 'Entrance' },
    ],
    [
      'a moment before the doors open',
      { tickets: [{ codeHash: HASH, seatNumbers: [11] }], now: START - 60 * MINUTE - 1 },
      { answer: 'too_early', opensAt: at(START - 60 * MINUTE) },
    ],
    [
      'when the doors open',
      { tickets: [{ codeHash: HASH, seatNumbers: [11] }], now: START - 60 * MINUTE },
      { answer: 'welcome_unconfirmed', seatNumbers: [11], admittedAt: at(START - 60 * MINUTE) },
    ],
  ])('%s', (_, changed, answer) => {
    expect(answerOffline({ tickets: [], ...check, ...changed })).toEqual(answer);
  });
});

test.each<[DoorAnswer, ReturnType<typeof signalOf>]>([
  [{ answer: 'welcome', seatNumbers: [11], admittedAt: at(START) }, 'good'],
  [{ answer: 'welcome_unconfirmed', seatNumbers: [11], admittedAt: at(START) }, 'unsure'],
  [{ answer: 'undone', seatNumbers: [11] }, 'unsure'],
  [{ answer: 'unlisted' }, 'bad'],
  [{ answer: 'already_inside', seatNumbers: [11], admittedAt: at(START), door: 'Balcony' }, 'bad'],
  [{ answer: 'another_screening', movieTitle: 'Metropolis', showtimeDate: '05 Mar', showtimeTime: '14.30' }, 'bad'],
  [{ answer: 'cancelled' }, 'bad'],
  [{ answer: 'not_ours' }, 'bad'],
])('an answer sounds as sure as the door is: %o', (answer, signal) => {
  expect(signalOf(answer)).toBe(signal);
});

test.each([
  [{}, true],
  [{ movieTitle: 'Metropolis' }, false],
  [{ showtimeDate: '06 Mar' }, false],
  [{ showtimeTime: '20.35' }, false],
])('a screening is a film at a date and a time: %o', (changed, isSame) => {
  const screening = { movieTitle: 'The Kid', showtimeDate: '05 Mar', showtimeTime: '14.30' };
  expect(isSameDoorScreening(screening, { ...screening, ...changed })).toBe(isSame);
});

test.each([
  ['/door', true],
  ['/door/', true],
  ['/id/door?inspect', true],
  ['/Door', true],
  ['/doors', false],
  ['/movies/door', false],
])('the door is at /door in each language: %s', (url, isOwn) => {
  expect(isDoor(url)).toBe(isOwn);
});

test.each([
  ['7kq3m xt9wz 0bvnh d4rje', '7KQ3MXT9WZ0BVNHD4RJE'],
  [' https://example.com ', 'https://example.com'],
  ['x'.repeat(4000), 'x'.repeat(100)],
])('the same ticket is the same sight, however it is written: %s', (text, sight) => {
  expect(sightOf(text)).toBe(sight);
});
