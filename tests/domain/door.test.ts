import { describe, expect, test } from 'vitest';
import { answerOffline, countSeats, proposedScreening, sightOf, withChanges } from '#domain/door.ts';

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

test.each([
  [START - 60 * MINUTE - 1, 'too_early'],
  [START - 60 * MINUTE, 'welcome_unconfirmed'],
])('offline, a ticket is admitted from the minute at which the doors open: %i', (now, answer) => {
  const tickets = [{ codeHash: HASH, seatNumbers: [11] }];
  const check = { tickets, codeHash: HASH, startsAt: at(START), opensMinutesBefore: 60, now, door: 'Entrance' };
  expect(answerOffline(check).answer).toBe(answer);
});

test.each([
  ['7kq3m xt9wz 0bvnh d4rje', '7KQ3MXT9WZ0BVNHD4RJE'],
  [' https://example.com ', 'https://example.com'],
  ['x'.repeat(4000), 'x'.repeat(100)],
])('the same ticket is the same sight, however it is written: %s', (text, sight) => {
  expect(sightOf(text)).toBe(sight);
});
