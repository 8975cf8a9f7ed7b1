import { describe, expect, test } from 'vitest';
import {
  endedSessionsSchema,
  passwordFormSchema,
  sessionUserSchema,
  signInSchema,
  signUpSchema,
  userSchema,
} from '#contract/user.ts';
import { refusedFields, parseResult } from './parseResult.ts';

const signIn = { username: 'moviefan', password: 'popcorn!' };
const signUp = { ...signIn, displayName: 'Movie Fan', age: 18, confirmPassword: 'popcorn!' };
const newPassword = { password: 'old', newPassword: 'curtain-in-row-f', confirmPassword: 'curtain-in-row-f' };
const user = { id: 'u1', username: 'moviefan', displayName: 'Movie Fan', age: 18, balance: 0 };

describe('section 5: the request bodies of sign-in and sign-up', () => {
  test('accept valid values and drop unknown fields', () => {
    expect(parseResult(signInSchema, { ...signIn, role: 'admin' })).toEqual({ accepted: signIn });
    expect(parseResult(signUpSchema, { ...signUp, balance: 1_000_000, id: 'mine' })).toEqual({ accepted: signUp });
  });

  test('convert the age to a number', () => {
    expect(parseResult(signUpSchema, { ...signUp, age: '18' })).toEqual({ accepted: signUp });
  });

  test('keep the password unchanged', () => {
    const spaced = { ...signUp, password: ' pop corn ', confirmPassword: ' pop corn ' };
    expect(parseResult(signUpSchema, spaced)).toEqual({ accepted: spaced });
  });

  test.each([{}, { username: 12_345_678, password: ['popcorn!'] }, { username: null, password: null }])(
    'a sign-in of %j has an error for each required field',
    (body) => {
      expect(parseResult(signInSchema, body)).toEqual({
        refused: { username: 'User name is required!', password: 'Password is required!' },
      });
    },
  );

  test.each([
    {},
    { username: 12_345_678, displayName: null, age: {}, password: ['popcorn!'], confirmPassword: 12_345_678 },
  ])('a sign-up of %j has an error for each required field', (body) => {
    expect(parseResult(signUpSchema, body)).toEqual({
      refused: {
        username: 'Username is required!',
        displayName: 'Display name is required!',
        age: 'Age is required!',
        password: 'Password is required!',
        confirmPassword: 'Confirm password is required!',
      },
    });
  });
});

describe('section 5: a password that is not a text', () => {
  test.each([
    ['sign-up', signUpSchema, { ...signUp, password: 12_345_678 }, 'password'],
    ['the change of the password', passwordFormSchema, { ...newPassword, password: 12_345_678 }, 'password'],
    ['the change of the password', passwordFormSchema, { ...newPassword, newPassword: 12_345_678 }, 'newPassword'],
  ] as const)('has only its own error at %s', (_, schema, body, field) => {
    expect(parseResult(schema, body)).toEqual({ refused: { [field]: 'Password is required!' } });
  });
});

describe('section 3: user', () => {
  test('parses a user and drops unknown fields', () => {
    expect(parseResult(userSchema, { ...user, passwordHash: 'x' })).toEqual({ accepted: user });
    expect(parseResult(sessionUserSchema, { ...user, token: 't', other: 1 })).toEqual({
      accepted: { ...user, token: 't' },
    });
  });

  test.each([
    ['token', undefined],
    ['balance', -1],
    ['age', '18'],
    ['id', 1],
  ])('refuses a response whose %s is %j', (field, value) => {
    expect(refusedFields(sessionUserSchema, { ...user, token: 't', [field]: value })).toEqual([field]);
  });
});

describe('section 7: the number of ended sessions', () => {
  test.each([0, 1, 19])('can be %i', (ended) => {
    expect(parseResult(endedSessionsSchema, { ended, more: 1 })).toEqual({ accepted: { ended } });
  });

  test.each([-1, 0.5, '1', undefined])('cannot be %j', (ended) => {
    expect(refusedFields(endedSessionsSchema, { ended })).toEqual(['ended']);
  });
});
