import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fieldMessages, firstMessage } from './messageOf.ts';
import { passwordSchema } from '#contract/password.ts';
import { passwordFormSchema, signInSchema, signUpSchema } from '#contract/user.ts';
import { emptyPasswordChange } from '#domain/passwordChange.ts';
import { emptySignUp } from '#domain/credentials.ts';

const signIn = { username: 'moviefan', password: 'popcorn!' };
const signUp = { ...signIn, displayName: 'Movie Fan', age: '18', confirmPassword: 'popcorn!' };

describe('section 5: sign-in', () => {
  test('the empty form has an error for each required field', () => {
    expect(fieldMessages(signInSchema, { username: '', password: '' })).toEqual({
      username: 'User name is required!',
      password: 'Password is required!',
    });
  });

  test.each([
    ['good values', {}],
    ['a username of 80 between spaces', { username: ` ${'u'.repeat(80)} ` }],
    ['a password of 8 blanks', { password: '        ' }],
  ])('accepts %s', (_, change) => {
    expect(fieldMessages(signInSchema, { ...signIn, ...change })).toEqual({});
  });

  test.each([
    ['a blank username', 'username', '        ', 'User name is required!'],
    ['a username of 7', 'username', '1234567', 'Minimum 8 characters for user name'],
    ['a username of 7 before a space', 'username', '1234567 ', 'Minimum 8 characters for user name'],
    ['a username of 81', 'username', 'u'.repeat(81), 'Maximum 80 characters for user name'],
    ['a password of 7', 'password', '1234567', 'Minimum 8 characters for password'],
    ['a password of 129', 'password', 'p'.repeat(129), 'Maximum 128 characters for password'],
  ])('refuses %s', (_, field, value, message) => {
    expect(fieldMessages(signInSchema, { ...signIn, [field]: value })).toEqual({ [field]: message });
  });
});

describe('section 5: white space at sign-in', () => {
  test.each([' ', '  ', '\t', '\n', '\u00A0', '\u202F', '\u3000', '\uFEFF'])(
    'trims %j around the user name but not around the password',
    (space) => {
      const typed = { username: `${space}moviefan${space}`, password: `${space}popcorn!${space}` };
      expect(v.parse(signInSchema, typed)).toEqual({ username: 'moviefan', password: typed.password });
    },
  );

  test('keeps white space inside the user name', () => {
    expect(v.parse(signInSchema, { ...signIn, username: 'movie  fan' }).username).toBe('movie  fan');
  });
});

describe('section 5: sign-up', () => {
  test('the form starts with age 0 and empty texts, and has an error for each required field', () => {
    expect(emptySignUp).toEqual({ username: '', displayName: '', age: '0', password: '', confirmPassword: '' });
    expect(fieldMessages(signUpSchema, emptySignUp)).toEqual({
      username: 'Username is required!',
      displayName: 'Display name is required!',
      password: 'Password is required!',
      confirmPassword: 'Confirm password is required!',
    });
  });

  test.each([
    ['good values', {}],
    ['a username with a space inside', { username: 'movie fan' }],
    ['a username in another script', { username: '\u041A\u0438\u043D\u043E\u0437\u0440\u0438\u0442' }],
    ['a display name with a right-to-left mark', { displayName: 'Movie \u200FFan' }],
    ['a display name that looks like markup', { displayName: '<img onerror>' }],
    ['a display name with a joined emoji', { displayName: 'The Fans \u{1F469}\u200D\u{1F680}' }],
  ])('accepts %s', (_, change) => {
    expect(fieldMessages(signUpSchema, { ...signUp, ...change })).toEqual({});
  });

  test.each([
    ['a blank username', 'username', '         ', 'Username is required!'],
    ['a username of 7', 'username', '1234567', 'Minimum 8 characters for user name'],
    ['a username of 7 when compared', 'username', '123456e\u0301', 'Minimum 8 characters for user name'],
    ['a username of 81', 'username', 'u'.repeat(81), 'Maximum 80 characters for user name'],
    ['a username after a space', 'username', ' moviefan', 'User name must not begin or end with a space'],
    ['a username before a space', 'username', 'moviefan ', 'User name must not begin or end with a space'],
    ['a blank display name', 'displayName', '         ', 'Display name is required!'],
    ['a display name of 7', 'displayName', '1234567', 'Minimum 8 characters for display name'],
    ['a display name of 81', 'displayName', 'd'.repeat(81), 'Maximum 80 characters for display name'],
    ['a confirmation of 7', 'confirmPassword', '1234567', 'Minimum 8 characters for confirm password'],
    ['another confirmation', 'confirmPassword', 'Popcorn!', 'Confirm password does not match with your password'],
    ['one before a space', 'confirmPassword', 'popcorn! ', 'Confirm password does not match with your password'],
  ])('refuses %s', (_, field, value, message) => {
    expect(fieldMessages(signUpSchema, { ...signUp, [field]: value })).toEqual({ [field]: message });
  });

  test('both passwords have their own error', () => {
    expect(fieldMessages(signUpSchema, { ...signUp, password: '1234567', confirmPassword: '1234567' })).toEqual({
      password: 'Minimum 8 characters for password',
      confirmPassword: 'Minimum 8 characters for confirm password',
    });
    const long = 'p'.repeat(129);
    expect(fieldMessages(signUpSchema, { ...signUp, password: long, confirmPassword: long })).toEqual({
      password: 'Maximum 128 characters for password',
    });
    expect(fieldMessages(signUpSchema, { ...signUp, password: '' })).toEqual({
      password: 'Password is required!',
      confirmPassword: 'Confirm password does not match with your password',
    });
  });

  test.each(Array.from('\u0000\u0007\u00AD\u200B\u200D\u202E\u2066\uFEFF\uD800\uFE0F\u034F\u3164\u180B\u2800'))(
    'reliability 18: a username must not contain the invisible character %j',
    (invisible) => {
      expect(fieldMessages(signUpSchema, { ...signUp, username: `movie${invisible}fan` })).toEqual({
        username: 'User name must not contain invisible characters',
      });
    },
  );

  test.each(Array.from('\u200E\u200B\u3164\u2800\u00AD'))(
    'reliability 18: a display name must not consist of %j only',
    (filler) => {
      expect(fieldMessages(signUpSchema, { ...signUp, displayName: filler.repeat(8) })).toEqual({
        displayName: 'Display name is required!',
      });
    },
  );

  test.each([
    ['Indonesian', 'Siti Nurhaliza binti Tarudin'],
    ['Arabic with vowels', '\u0645\u064F\u062D\u064E\u0645\u0651\u064E\u062F\u064C \u0639\u0644\u064A\u0651'],
    ['Hindi', '\u092A\u094D\u0930\u093F\u092F\u0902\u0915\u093E \u091A\u094B\u092A\u095C\u093E'],
    ['Thai', '\u0E19\u0E49\u0E33\u0E1D\u0E19 \u0E2A\u0E38\u0E02\u0E43\u0E08 \u0E17\u0E35\u0E48\u0E23\u0E31\u0E01'],
    ['Burmese', '\u101C\u103E\u102D\u102F\u1037\u101D\u103E\u1000\u103A \u1001\u1004\u103A'],
    ['Vietnamese in NFD', 'Nguye\u0302\u0303n The\u0323\u0302 Hie\u0302\u0309n'],
    ['Hebrew with points', '\u05E9\u05C1\u05B8\u05DC\u05D5\u05B9\u05DD \u05DB\u05BC\u05B9\u05D4\u05B5\u05DF'],
    ['emoji', 'Movie Fan 1\uFE0F\u20E3 \u2764\uFE0F'],
    ['four marks', `Movie Fa${'\u0301'.repeat(4)}n`],
  ])('reliability 18: accepts as a display name %s', (_, displayName) => {
    expect(fieldMessages(signUpSchema, { ...signUp, displayName })).toEqual({});
  });

  test.each([
    ['five marks', '\u0301'.repeat(5)],
    ['five marks above and below', '\u0301\u0316\u0489\u0323\u0302'],
    ['five marks around a joiner', '\u0301\u0301\u200D\u0301\u0301\u0301'],
    ['sixty marks', '\u0335'.repeat(60)],
  ])('reliability 18: no letter of a name may have %s', (_, marks) => {
    expect(fieldMessages(signUpSchema, { ...signUp, displayName: `Movie Fa${marks}n` })).toEqual({
      displayName: 'Maximum 4 marks on a letter',
    });
  });

  test('reliability 18: no letter of a user name may have five combining marks', () => {
    expect(fieldMessages(signUpSchema, { ...signUp, username: `moviefa${'\u0316'.repeat(5)}n` })).toEqual({
      username: 'Maximum 4 marks on a letter',
    });
  });

  test.each(Array.from('\u0000\n\u202A\u202E\u2066\u2069\uD800'))(
    'reliability 18: a display name must not contain %j',
    (invisible) => {
      expect(fieldMessages(signUpSchema, { ...signUp, displayName: `Movie${invisible}Fan` })).toEqual({
        displayName: 'Display name must not contain invisible characters',
      });
    },
  );

  test.each([
    ['', 'Age is required!'],
    ['  ', 'Age is required!'],
    ['ten', 'Age is required!'],
    ['12a', 'Age is required!'],
    ['3e1', 'Age is required!'],
    [' 30', 'Age is required!'],
    ['\u0663\u0660', 'Age is required!'],
    ['Infinity', 'Age is required!'],
    [Number.NaN, 'Age is required!'],
    [null, 'Age is required!'],
    [[18], 'Age is required!'],
    ['-1', 'Minimum 0 for age'],
    [-0.5, 'Minimum 0 for age'],
    ['0', undefined],
    [0, undefined],
    ['0.5', 'Age must be a whole number'],
    [17.5, 'Age must be a whole number'],
    ['150', undefined],
    [150, undefined],
    ['151', 'Maximum 150 for age'],
    [151, 'Maximum 150 for age'],
  ])('the age %j has the error %s', (age, message) => {
    expect(firstMessage(signUpSchema.entries.age, age)).toBe(message);
  });
});

describe('section 6: the password that confirms a command', () => {
  test.each([
    ['an empty one', '', 'Password is required!'],
    ['a number', 12_345_678, 'Password is required!'],
    ['a short one', 'p', undefined],
    ['one of 129', 'p'.repeat(129), 'Maximum 128 characters for password'],
  ])('%s', (_, password, message) => {
    expect(firstMessage(passwordSchema, password)).toBe(message);
  });
});

const change = { password: 'old', newPassword: 'curtain-in-row-f', confirmPassword: 'curtain-in-row-f' };

describe('reliability 60: the form that changes the password', () => {
  test('accepts any current password, and a new one by the rules of sign-up, typed twice', () => {
    expect(fieldMessages(passwordFormSchema, change)).toEqual({});
  });

  test('has an error for each empty field', () => {
    expect(fieldMessages(passwordFormSchema, emptyPasswordChange)).toEqual({
      password: 'Password is required!',
      newPassword: 'Password is required!',
      confirmPassword: 'Confirm password is required!',
    });
  });

  test.each([
    [{ newPassword: 'short', confirmPassword: 'short123' }, 'newPassword', 'Minimum 8 characters for password'],
    [{ password: change.newPassword }, 'newPassword', 'The new password is the current one'],
    [{ confirmPassword: 'another-in-row-f' }, 'confirmPassword', 'Confirm password does not match with your password'],
  ])('refuses %o', (values, field, message) => {
    expect(fieldMessages(passwordFormSchema, { ...change, ...values })).toMatchObject({ [field]: message });
  });
});
