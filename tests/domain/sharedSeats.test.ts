import { expect, test } from 'vitest';
import { isHoldCode, readTogether, sharePath } from '#domain/sharedSeats.ts';
import { keptCountdown, keptMinutes, paidMessage } from '#messages/holds.ts';

const CODE = 'kV3xQ0b7T2mNfYc9Zr1s-_';

test.each([
  [CODE, true],
  [CODE.slice(1), false],
  [`${CODE}A`, false],
  [CODE.replace('k', '+'), false],
  [CODE.replace('k', 'é'), false],
  [`${CODE}\n`, false],
  ['', false],
])('the code of shared seats has 22 characters of base64url: %j', (text, expected) => {
  expect(isHoldCode(text)).toBe(expected);
  expect(readTogether(text)).toBe(expected ? text : undefined);
});

test('a URL without a code has none', () => {
  expect(readTogether(null)).toBeUndefined();
});

test('the link has the film, the showtime and the code, with spaces that survive in chats', () => {
  expect(sharePath({ title: 'The General', date: '24 Nov', time: '20.35' }, CODE)).toBe(
    `/movie/The%20General?date=24%20Nov&time=20.35&together=${CODE}`,
  );
});

test.each([
  [900, 'Kept for you and your friends: 15:00'],
  [59, 'Kept for you and your friends: 0:59'],
])('%i seconds read %s', (seconds, expected) => {
  expect(keptCountdown(seconds)).toBe(expected);
});

test('minutes are announced in words', () => {
  expect([15, 1].map(keptMinutes)).toEqual([
    'Kept for you and your friends: 15 minutes',
    'Kept for you and your friends: 1 minute',
  ]);
  expect(paidMessage(2, 5)).toBe('2 of 5 paid');
});
