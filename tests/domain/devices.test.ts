import { expect, test } from 'vitest';
import { signedOutMessage } from '#domain/devices.ts';

test.each([
  [0, 'No other device was signed in'],
  [1, '1 other device was signed out'],
  [2, '2 other devices were signed out'],
])('after %i other devices were signed out it says: %s', (count, message) => {
  expect(signedOutMessage(count)).toBe(message);
});
