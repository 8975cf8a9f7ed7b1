import { describe, expect, test } from 'vitest';
import { CallFailed, failureOf, isOutcomeUnknown } from '#domain/failure.ts';

describe('section 7: what a failed call throws', () => {
  test('the server\u2019s code, sentence and details reach the caller', () => {
    const thrown = new CallFailed({
      code: 'seat_taken',
      message: 'Seat 12 has just been taken',
      seatNumbers: [12],
      balance: 5,
    });
    expect(thrown).toBeInstanceOf(Error);
    expect({ ...failureOf(thrown), message: failureOf(thrown).message }).toEqual({
      name: 'CallFailed',
      code: 'seat_taken',
      message: 'Seat 12 has just been taken',
      seatNumbers: [12],
      balance: 5,
    });
  });

  test('details that the server did not send are empty', () => {
    const { code, message, seatNumbers, balance } = failureOf(new CallFailed({ code: 'internal', message: 'Oh' }));
    expect({ code, message, seatNumbers, balance }).toEqual({
      code: 'internal',
      message: 'Oh',
      seatNumbers: [],
      balance: undefined,
    });
  });

  test.each([
    ['a bug', new TypeError('x is not a function')],
    ['a text', 'boom'],
    ['nothing', undefined],
    ['null', null],
    ['a look-alike', { code: 'seat_taken', message: 'secret stack', seatNumbers: [1] }],
  ])('%s gets a sentence of its own and shows nothing of itself', (_, thrown) => {
    expect(failureOf(thrown)).toEqual({
      code: 'unexpected',
      message: 'Something went wrong. Please try again.',
      seatNumbers: [],
      balance: undefined,
    });
  });
});

describe('section 4, Purchase: what is known after a failure', () => {
  test.each([
    ['unreachable', true],
    ['unreadable', true],
    ['unexpected', true],
    ['internal', true],
    ['unavailable', true],
    ['seat_taken', false],
    ['not_enough_balance', false],
    ['movie_changed', false],
    ['unauthenticated', false],
  ])('after %s it may have been carried out all the same: %s', (code, unknown) => {
    expect(isOutcomeUnknown(new CallFailed({ code, message: 'Oh' }))).toBe(unknown);
  });
});
