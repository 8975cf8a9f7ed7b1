import { describe, expect, test } from 'vitest';
import { endedSessionsSchema, sessionUserSchema, signInSchema, signUpSchema, userSchema } from '#contract/user.ts';
import { refusedFields, parseResult } from './parseResult.ts';

const signIn = { username: 'moviefan', password: 'popcorn!' };
const signUp = { ...signIn, displayName: 'Movie Fan', age: 18, confirmPassword: 'popcorn!' };
const user = { id: 'u1', username: 'moviefan', displayName: 'Movie Fan', age: 18, balance: 0 };

describe('section 5: the bodies of sign-in and sign-up, by the schemas of their forms', () => {
  test('good ones are accepted, unknown fields are dropped', () => {
    expect(parseResult(signInSchema, { ...signIn, role: 'admin' })).toEqual({ accepted: signIn });
    expect(parseResult(signUpSchema, { ...signUp, balance: 1_000_000, id: 'mine' })).toEqual({ accepted: signUp });
  });

  test('an age is a number, whether it came as one or as it was typed', () => {
    expect(parseResult(signUpSchema, { ...signUp, age: '18' })).toEqual({ accepted: signUp });
  });

  test('a password is taken as it was typed', () => {
    const spaced = { ...signUp, password: ' pop corn ', confirmPassword: ' pop corn ' };
    expect(parseResult(signUpSchema, spaced)).toEqual({ accepted: spaced });
  });

  test.each([undefined, null, 'text', 12])('one that is %j is refused whole', (body) => {
    expect(refusedFields(signInSchema, body)).toEqual(['body']);
  });

  test.each([{}, { username: 12_345_678, password: ['popcorn!'] }, { username: null, password: null }])(
    'a sign-in of %j receives a message for each required field',
    (body) => {
      expect(parseResult(signInSchema, body)).toEqual({
        refused: { username: 'User name is required!', password: 'Password is required!' },
      });
    },
  );

  test('a sign-up of nothing receives a message for each required field', () => {
    expect(parseResult(signUpSchema, {})).toEqual({
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

describe('section 3: user', () => {
  test('a user is read field by field, unknown fields are dropped', () => {
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
  ])('an answer whose %s is %j cannot be read', (field, value) => {
    expect(refusedFields(sessionUserSchema, { ...user, token: 't', [field]: value })).toEqual([field]);
  });
});

describe('section 7: how many other sessions ended', () => {
  test.each([0, 1, 19])('may be %i', (ended) => {
    expect(parseResult(endedSessionsSchema, { ended, more: 1 })).toEqual({ accepted: { ended } });
  });

  test.each([-1, 0.5, '1', undefined])('is never %j', (ended) => {
    expect(refusedFields(endedSessionsSchema, { ended })).toEqual(['ended']);
  });
});
