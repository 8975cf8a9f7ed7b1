import { describe, expect, test } from 'vitest';
import { sessionUserSchema, signInSchema, signUpSchema, userSchema } from '#contract/user.ts';
import { refusedFields, parseResult } from './parseResult.ts';

const signIn = { username: 'moviefan', password: 'popcorn!' };
const signUp = { ...signIn, displayName: 'Movie Fan', age: 18, confirmPassword: 'popcorn!' };
const user = { id: 'u1', username: 'moviefan', displayName: 'Movie Fan', age: 18, balance: 0 };

describe('section 5: sign-in', () => {
  test('a good body is accepted, unknown fields are dropped', () => {
    expect(parseResult(signInSchema, { ...signIn, role: 'admin' })).toEqual({ accepted: signIn });
  });

  test.each([
    ['nothing in it', {}, { username: 'User name is required!', password: 'Password is required!' }],
    [
      'empty texts',
      { username: '', password: '' },
      { username: 'User name is required!', password: 'Password is required!' },
    ],
    ['a blank username', { ...signIn, username: '        ' }, { username: 'User name is required!' }],
    ['a username of 7', { ...signIn, username: '1234567' }, { username: 'Minimum 8 characters for user name' }],
    ['a username of 81', { ...signIn, username: 'u'.repeat(81) }, { username: 'Maximum 80 characters for user name' }],
    ['a number for a username', { ...signIn, username: 12345678 }, { username: 'User name is required!' }],
    ['null for a username', { ...signIn, username: null }, { username: 'User name is required!' }],
    ['a password of 7', { ...signIn, password: '1234567' }, { password: 'Minimum 8 characters for password' }],
    [
      'a password of 129',
      { ...signIn, password: 'p'.repeat(129) },
      { password: 'Maximum 128 characters for password' },
    ],
    ['a list for a password', { ...signIn, password: ['popcorn!'] }, { password: 'Password is required!' }],
  ])('a body with %s is refused', (_, body, refused) => {
    expect(parseResult(signInSchema, body)).toEqual({ refused });
  });

  test.each([[undefined], [null], ['text'], [12]])('a body that is %j is refused whole', (body) => {
    expect(refusedFields(signInSchema, body)).toEqual(['body']);
  });
});

describe('section 5: sign-up', () => {
  test('a good body is accepted, unknown fields are dropped', () => {
    expect(parseResult(signUpSchema, { ...signUp, balance: 1_000_000, id: 'mine' })).toEqual({ accepted: signUp });
  });

  test('an age is a number, whether it came as one or as it was typed', () => {
    expect(parseResult(signUpSchema, { ...signUp, age: '18' })).toEqual({ accepted: signUp });
  });

  test('a password is taken as it was typed', () => {
    const spaced = { ...signUp, password: ' pop corn ', confirmPassword: ' pop corn ' };
    expect(parseResult(signUpSchema, spaced)).toEqual({ accepted: spaced });
  });

  test.each([
    [
      'nothing in it',
      {},
      {
        username: 'Username is required!',
        displayName: 'Display name is required!',
        age: 'Age is required!',
        password: 'Password is required!',
        confirmPassword: 'Confirm password is required!',
      },
    ],
    ['a username of 7', { ...signUp, username: '1234567' }, { username: 'Minimum 8 characters for user name' }],
    [
      'a display name of 7',
      { ...signUp, displayName: '1234567' },
      { displayName: 'Minimum 8 characters for display name' },
    ],
    ['no age in its field', { ...signUp, age: '' }, { age: 'Age is required!' }],
    ['an age in words', { ...signUp, age: 'eighteen' }, { age: 'Age is required!' }],
    ['age -1 as text', { ...signUp, age: '-1' }, { age: 'Minimum 0 for age' }],
    ['a list for an age', { ...signUp, age: [18] }, { age: 'Age is required!' }],
    ['null for an age', { ...signUp, age: null }, { age: 'Age is required!' }],
    ['age NaN', { ...signUp, age: Number.NaN }, { age: 'Age is required!' }],
    ['age -1', { ...signUp, age: -1 }, { age: 'Minimum 0 for age' }],
    ['age 17.5', { ...signUp, age: 17.5 }, { age: 'Age must be a whole number' }],
    ['age 151', { ...signUp, age: 151 }, { age: 'Maximum 150 for age' }],
    [
      'both passwords of 7',
      { ...signUp, password: '1234567', confirmPassword: '1234567' },
      {
        password: 'Minimum 8 characters for password',
        confirmPassword: 'Minimum 8 characters for confirm password',
      },
    ],
    [
      'another confirmation',
      { ...signUp, confirmPassword: 'Popcorn!' },
      { confirmPassword: 'Confirm password does not match with your password' },
    ],
    [
      'a bad username and another confirmation',
      { ...signUp, username: 'me', confirmPassword: 'Popcorn!' },
      {
        username: 'Minimum 8 characters for user name',
        confirmPassword: 'Confirm password does not match with your password',
      },
    ],
  ])('a body with %s is refused', (_, body, refused) => {
    expect(parseResult(signUpSchema, body)).toEqual({ refused });
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
    ['no token', user, ['token']],
    ['a balance below zero', { ...user, token: 't', balance: -1 }, ['balance']],
    ['a balance of half a rupiah', { ...user, token: 't', balance: 0.5 }, ['balance']],
    ['a balance beyond safe integers', { ...user, token: 't', balance: 2 ** 53 }, ['balance']],
    ['an age as text', { ...user, token: 't', age: '18' }, ['age']],
    ['an id as a number', { ...user, token: 't', id: 1 }, ['id']],
  ])('an answer with %s cannot be read', (_, answer, fields) => {
    expect(refusedFields(sessionUserSchema, answer)).toEqual(fields);
  });
});
