import { describe, expect, test } from 'vitest';
import { errorOf, fieldErrors } from '#contract/fieldErrors.ts';
import { passwordSchema } from '#contract/password.ts';
import { passwordFormSchema, signInSchema, signUpSchema } from '#contract/user.ts';
import { emptySignUp } from '#domain/credentials.ts';
import { emptyPasswordChange } from '#domain/passwordChange.ts';
import { plainNumber } from '#domain/typedNumber.ts';

const signIn = { username: 'moviefan', password: 'popcorn!' };
const signUp = { ...signIn, displayName: 'Movie Fan', age: '18', confirmPassword: 'popcorn!' };

describe('section 5: sign-in', () => {
  test('good values have no errors', () => {
    expect(fieldErrors(signInSchema, signIn)).toEqual({});
  });

  test('the empty form is told what is required', () => {
    expect(fieldErrors(signInSchema, { username: '', password: '' })).toEqual({
      username: 'User name is required!',
      password: 'Password is required!',
    });
  });

  test.each([
    ['an empty username', { username: '' }, { username: 'User name is required!' }],
    ['a blank username', { username: '        ' }, { username: 'User name is required!' }],
    ['a username of 7', { username: '1234567' }, { username: 'Minimum 8 characters for user name' }],
    ['a username of 8', { username: '12345678' }, {}],
    ['a username of 80', { username: 'u'.repeat(80) }, {}],
    ['a username of 81', { username: 'u'.repeat(81) }, { username: 'Maximum 80 characters for user name' }],
    ['an empty password', { password: '' }, { password: 'Password is required!' }],
    ['a password of 7', { password: '1234567' }, { password: 'Minimum 8 characters for password' }],
    ['a password of 8', { password: '12345678' }, {}],
    ['a password of 8 blanks', { password: '        ' }, {}],
    ['a password of 128', { password: 'p'.repeat(128) }, {}],
    ['a password of 129', { password: 'p'.repeat(129) }, { password: 'Maximum 128 characters for password' }],
  ])('%s', (_, change, errors) => {
    expect(fieldErrors(signInSchema, { ...signIn, ...change })).toEqual(errors);
  });
});

describe('section 5: sign-up', () => {
  test('good values have no errors', () => {
    expect(fieldErrors(signUpSchema, signUp)).toEqual({});
  });

  test('the form begins with age 0 and the rest empty, and is told what is required', () => {
    expect(emptySignUp).toEqual({ username: '', displayName: '', age: '0', password: '', confirmPassword: '' });
    expect(fieldErrors(signUpSchema, emptySignUp)).toEqual({
      username: 'Username is required!',
      displayName: 'Display name is required!',
      password: 'Password is required!',
      confirmPassword: 'Confirm password is required!',
    });
  });

  test.each([
    ['an empty username', { username: '' }, { username: 'Username is required!' }],
    ['a blank username', { username: '         ' }, { username: 'Username is required!' }],
    ['a username of 7', { username: '1234567' }, { username: 'Minimum 8 characters for user name' }],
    ['a username of 8', { username: '12345678' }, {}],
    ['a username of 80', { username: 'u'.repeat(80) }, {}],
    ['a username of 81', { username: 'u'.repeat(81) }, { username: 'Maximum 80 characters for user name' }],
    [
      'a username that is 7 characters when compared',
      { username: `123456e\u0301` },
      { username: 'Minimum 8 characters for user name' },
    ],
    [
      'a username with a space before it',
      { username: ' moviefan' },
      { username: 'User name must not begin or end with a space' },
    ],
    [
      'a username with a space behind it',
      { username: 'moviefan ' },
      { username: 'User name must not begin or end with a space' },
    ],
    ['a username with a space inside', { username: 'movie fan' }, {}],
    ['a username in another script', { username: '\u041A\u0438\u043D\u043E\u0437\u0440\u0438\u0442' }, {}],
    ['an empty display name', { displayName: '' }, { displayName: 'Display name is required!' }],
    ['a blank display name', { displayName: '         ' }, { displayName: 'Display name is required!' }],
    ['a display name of 7', { displayName: '1234567' }, { displayName: 'Minimum 8 characters for display name' }],
    ['a display name of 8', { displayName: '12345678' }, {}],
    ['a display name of 80', { displayName: 'd'.repeat(80) }, {}],
    [
      'a display name of 81',
      { displayName: 'd'.repeat(81) },
      { displayName: 'Maximum 80 characters for display name' },
    ],
    ['a display name with a right-to-left mark', { displayName: 'Movie \u200FFan' }, {}],
    ['a display name that looks like markup', { displayName: '<img onerror>' }, {}],
    ['a display name with a joined emoji', { displayName: 'The Fans \u{1F469}\u200D\u{1F680}' }, {}],
    ['no age', { age: '' }, { age: 'Age is required!' }],
    ['a blank age', { age: '  ' }, { age: 'Age is required!' }],
    ['an age in words', { age: 'ten' }, { age: 'Age is required!' }],
    ['age -1', { age: '-1' }, { age: 'Minimum 0 for age' }],
    ['age 0', { age: '0' }, {}],
    ['age 0.5', { age: '0.5' }, { age: 'Age must be a whole number' }],
    ['age 150', { age: '150' }, {}],
    ['age 151', { age: '151' }, { age: 'Maximum 150 for age' }],
    ['an endless age', { age: 'Infinity' }, { age: 'Age is required!' }],
    ['an age with an exponent', { age: '3e1' }, { age: 'Age is required!' }],
    ['an age with a space', { age: ' 30' }, { age: 'Age is required!' }],
    ['an age in other digits', { age: '\u0663\u0660' }, { age: 'Age is required!' }],
    [
      'an empty password',
      { password: '' },
      {
        password: 'Password is required!',
        confirmPassword: 'Confirm password does not match with your password',
      },
    ],
    [
      'both passwords of 7',
      { password: '1234567', confirmPassword: '1234567' },
      {
        password: 'Minimum 8 characters for password',
        confirmPassword: 'Minimum 8 characters for confirm password',
      },
    ],
    ['both passwords of 8', { password: '12345678', confirmPassword: '12345678' }, {}],
    ['both passwords of 128', { password: 'p'.repeat(128), confirmPassword: 'p'.repeat(128) }, {}],
    [
      'both passwords of 129',
      { password: 'p'.repeat(129), confirmPassword: 'p'.repeat(129) },
      { password: 'Maximum 128 characters for password' },
    ],
    ['an empty confirmation', { confirmPassword: '' }, { confirmPassword: 'Confirm password is required!' }],
    [
      'a confirmation of 7',
      { confirmPassword: '1234567' },
      { confirmPassword: 'Minimum 8 characters for confirm password' },
    ],
    [
      'another confirmation',
      { confirmPassword: 'Popcorn!' },
      { confirmPassword: 'Confirm password does not match with your password' },
    ],
    [
      'a confirmation with a space behind it',
      { confirmPassword: 'popcorn! ' },
      { confirmPassword: 'Confirm password does not match with your password' },
    ],
  ])('%s', (_, change, errors) => {
    expect(fieldErrors(signUpSchema, { ...signUp, ...change })).toEqual(errors);
  });

  test.each([
    '\u0000',
    '\u0007',
    '\u00AD',
    '\u200B',
    '\u200D',
    '\u202E',
    '\u2066',
    '\uFEFF',
    '\uD800',
    '\uFE0F',
    '\u034F',
    '\u3164',
    '\u180B',
    '\u2800',
  ])('reliability 18: a username holds no invisible character such as %j', (invisible) => {
    expect(fieldErrors(signUpSchema, { ...signUp, username: `movie${invisible}fan` })).toEqual({
      username: 'User name must not contain invisible characters',
    });
  });

  test.each(['\u200E', '\u200B', '\u3164', '\u2800', '\u00AD'])(
    'reliability 18: a display name of nothing but %j is none',
    (filler) => {
      expect(fieldErrors(signUpSchema, { ...signUp, displayName: filler.repeat(8) })).toEqual({
        displayName: 'Display name is required!',
      });
    },
  );

  test.each(['\u0000', '\n', '\u202A', '\u202E', '\u2066', '\u2069', '\uD800'])(
    'a display name holds no character such as %j',
    (invisible) => {
      expect(fieldErrors(signUpSchema, { ...signUp, displayName: `Movie${invisible}Fan` })).toEqual({
        displayName: 'Display name must not contain invisible characters',
      });
    },
  );
});

describe('section 5: age', () => {
  test.each([
    ['', Number.NaN],
    ['   ', Number.NaN],
    ['abc', Number.NaN],
    ['12a', Number.NaN],
    ['0', 0],
    [' 42 ', Number.NaN],
    ['3e1', Number.NaN],
    ['42', 42],
    ['-1', -1],
    ['1.5', 1.5],
  ])('"%s" is understood as %d', (text, age) => {
    expect(plainNumber(text)).toBe(age);
  });

  test.each([
    [Number.NaN, 'Age is required!'],
    [-1, 'Minimum 0 for age'],
    [-0.5, 'Minimum 0 for age'],
    [0, undefined],
    [0.5, 'Age must be a whole number'],
    [150, undefined],
    [151, 'Maximum 150 for age'],
  ])('the age %d is answered with %s', (age, message) => {
    expect(errorOf(signUpSchema.entries.age, age)).toBe(message);
  });
});

describe('section 6: the password asked again', () => {
  test.each([
    ['an empty one', '', 'Password is required!'],
    ['a short one', 'p', undefined],
    ['one of 128', 'p'.repeat(128), undefined],
    ['one of 129', 'p'.repeat(129), 'Maximum 128 characters for password'],
  ])('%s', (_, password, message) => {
    expect(errorOf(passwordSchema, password)).toBe(message);
  });
});

const change = { password: 'old', newPassword: 'curtain-in-row-f', confirmPassword: 'curtain-in-row-f' };

describe('reliability 60: what a change of password takes', () => {
  test('any current password, and a new one by the rules of sign-up, twice', () => {
    expect(fieldErrors(passwordFormSchema, change)).toEqual({});
  });

  test('an empty form is refused field by field', () => {
    expect(fieldErrors(passwordFormSchema, emptyPasswordChange)).toEqual({
      password: 'Password is required!',
      newPassword: 'Password is required!',
      confirmPassword: 'Confirm password is required!',
    });
  });

  test.each([
    [{ newPassword: 'short', confirmPassword: 'short123' }, 'newPassword', 'Minimum 8 characters for password'],
    [{ password: change.newPassword }, 'newPassword', 'The new password is the current one'],
    [{ confirmPassword: 'another-in-row-f' }, 'confirmPassword', 'Confirm password does not match with your password'],
  ])('%o is refused', (values, field, message) => {
    expect(fieldErrors(passwordFormSchema, { ...change, ...values })).toMatchObject({ [field]: message });
  });
});
