import { describe, expect, test } from 'vitest';
import { emptyPasswordChange, passwordChangedSentence, passwordChangeErrors } from '#domain/passwordChange.ts';

const good = { password: 'old', newPassword: 'curtain-in-row-f', confirmPassword: 'curtain-in-row-f' };

describe('reliability 60: what a change of password takes', () => {
  test('any current password, and a new one by the rules of sign-up, twice', () => {
    expect(passwordChangeErrors(good)).toEqual({});
  });

  test('an empty form is refused field by field', () => {
    expect(passwordChangeErrors(emptyPasswordChange)).toEqual({
      password: 'Password is required!',
      newPassword: 'Password is required!',
      confirmPassword: 'Confirm password is required!',
    });
  });

  test.each([
    [{ newPassword: 'short', confirmPassword: 'short123' }, 'newPassword', 'Minimum 8 characters for password'],
    [{ password: good.newPassword }, 'newPassword', 'The new password is the current one'],
    [{ confirmPassword: 'another-in-row-f' }, 'confirmPassword', 'Confirm password does not match with your password'],
  ])('%o is refused', (values, field, sentence) => {
    expect(passwordChangeErrors({ ...good, ...values })).toMatchObject({ [field]: sentence });
  });

  test('the sentence after it says how many devices it signed out', () => {
    expect([0, 1, 2].map(passwordChangedSentence)).toEqual([
      'Your password was changed. No other device was signed in.',
      'Your password was changed. 1 other device was signed out.',
      'Your password was changed. 2 other devices were signed out.',
    ]);
  });
});
