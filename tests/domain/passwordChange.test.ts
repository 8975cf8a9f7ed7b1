import { expect, test } from 'vitest';
import { toasts } from '#messages/toasts.ts';

test('reliability 60: the message after a password change tells how many devices were signed out', () => {
  expect([0, 1, 2].map(toasts.password_changed)).toEqual([
    'Your password was changed. No other device was signed in.',
    'Your password was changed. 1 other device was signed out.',
    'Your password was changed. 2 other devices were signed out.',
  ]);
});
