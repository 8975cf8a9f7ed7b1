import { describe, expect, test } from 'vitest';
import { retryDelay, CallFailed, failureOf, isOutcomeUnknown, isUnanswered } from '#domain/failure.ts';

describe('section 7: what a failed call throws', () => {
  test('the server\u2019s code, sentence and details reach the caller', () => {
    const thrown = new CallFailed({
      code: 'seat_taken',
      message: 'Seat 12 has just been taken',
      seatNumbers: [12],
    });
    expect(thrown).toBeInstanceOf(Error);
    expect({ ...failureOf(thrown), message: failureOf(thrown).message }).toEqual({
      name: 'CallFailed',
      code: 'seat_taken',
      message: 'Seat 12 has just been taken',
      seatNumbers: [12],
    });
  });

  test('details that the server did not send are empty', () => {
    const { code, message, seatNumbers } = failureOf(new CallFailed({ code: 'internal', message: 'Oh' }));
    expect({ code, message, seatNumbers }).toEqual({
      code: 'internal',
      message: 'Oh',
      seatNumbers: [],
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

  test.each([
    [0, false],
    [1, true],
  ])('after %i attempts without an answer, being told to ask later leaves it unknown: %s', (attempts, unknown) => {
    const later = new CallFailed({ code: 'too_many_attempts', message: 'Later' });
    expect(isOutcomeUnknown(later, attempts)).toBe(unknown);
  });
});

describe('no connection is not a refusal', () => {
  test.each([
    ['unreachable', true],
    ['unreadable', true],
    ['unavailable', true],
    ['internal', false],
    ['unexpected', false],
    ['unauthenticated', false],
    ['too_many_attempts', false],
  ])('after %s the cinema itself has said nothing: %s', (code, unanswered) => {
    expect(isUnanswered(new CallFailed({ code, message: 'Oh' }))).toBe(unanswered);
  });

  test('what the cinema has not answered may have been carried out', () => {
    const codes = ['unreachable', 'unreadable', 'unavailable', 'internal', 'unexpected', 'seat_taken'];
    const failures = codes.map((code) => new CallFailed({ code, message: 'Oh' }));
    expect(failures.filter(isUnanswered).filter((failure) => !isOutcomeUnknown(failure))).toEqual([]);
  });

  test('it is asked again after 1, 2 and 5 s, then every 15 s', () => {
    expect([1, 2, 3, 4, 5, 100].map(retryDelay)).toEqual([1000, 2000, 5000, 15_000, 15_000, 15_000]);
  });
});
