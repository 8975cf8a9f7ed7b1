import { NO_LONGER_HELD, heldMessage } from '../fixtures/messages.ts';
import { expect, test } from 'vitest';
import { heldCountdown, heldMinutes } from '#messages/holds.ts';

test.each([
  [[12], 'Seat 12 is being bought by another visitor'],
  [[13, 12], 'Seats 12 and 13 are being bought by another visitor'],
])('held seats %j: %s', (seatNumbers, expected) => {
  expect(heldMessage(seatNumbers)).toBe(expected);
});

test.each([
  [300, 'Held for you: 5:00'],
  [292, 'Held for you: 4:52'],
  [9, 'Held for you: 0:09'],
  [0, 'Held for you: 0:00'],
])('%i seconds are counted down as %s', (seconds, expected) => {
  expect(heldCountdown(seconds)).toBe(expected);
});

test.each([
  [5, 'Held for you: 5 minutes'],
  [1, 'Held for you: 1 minute'],
])('%i minutes are announced as %s', (minutes, expected) => {
  expect(heldMinutes(minutes)).toBe(expected);
});

test('the end of a hold has a fixed message', () => {
  expect(NO_LONGER_HELD).toBe('Your seats are no longer held');
});
