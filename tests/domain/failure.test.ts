import { describe, expect, test } from 'vitest';
import {
  CallFailed,
  failed,
  failureOf,
  isErrorAnswer,
  isGatewayError,
  isOutcomeUnknown,
  isUnanswered,
  MAXIMUM_ERRORS,
  retryDelay,
} from '#domain/failure.ts';

describe('section 7: the error of a failed call', () => {
  test('has the server\u2019s code and details', () => {
    const thrown = new CallFailed({
      code: 'seat_taken',
      seatNumbers: [12],
    });
    expect(thrown).toBeInstanceOf(Error);
    expect([thrown.message, failureOf(thrown)]).toEqual(['seat_taken', { code: 'seat_taken', seatNumbers: [12] }]);
  });

  test('serialises code and details, but not the cause', () => {
    const cause = new TypeError('Failed to fetch');
    const failure = { code: 'seat_taken', seatNumbers: [12] };
    const thrown = new CallFailed(failure, { cause });
    expect(JSON.parse(JSON.stringify(thrown))).toEqual(failure);
    expect(thrown.cause).toBe(cause);
  });

  test('has empty details if the server sent none', () => {
    expect(new CallFailed({ code: 'internal' }).failure.seatNumbers).toEqual([]);
  });

  test.each([
    ['a bug', new TypeError('x is not a function')],
    ['a text', 'boom'],
    ['nothing', undefined],
    ['null', null],
    ['a look-alike', { code: 'seat_taken', message: 'secret stack', seatNumbers: [1] }],
  ])('%s becomes a general failure that reveals nothing', (_, thrown) => {
    expect(failureOf(thrown)).toEqual(failed('unexpected'));
  });
});

describe('section 4, Purchase: the outcome after a failure', () => {
  test.each([
    ['unreachable', { unanswered: true, unknown: true, counts: false }],
    ['unreadable', { unanswered: true, unknown: true, counts: true }],
    ['unavailable', { unanswered: true, unknown: true, counts: false }],
    ['unexpected', { unanswered: false, unknown: true, counts: true }],
    ['internal', { unanswered: false, unknown: true, counts: true }],
    ['too_many_attempts', { unanswered: false, unknown: false, counts: true }],
    ['seat_taken', { unanswered: false, unknown: false, counts: true }],
    ['unauthenticated', { unanswered: false, unknown: false, counts: true }],
  ])('after %s, whether the server responded, may have run the command, and reported an error: %o', (code, known) => {
    const failure = failed(code);
    const [unanswered, unknown, counts] = [isUnanswered(failure), isOutcomeUnknown(failure), isErrorAnswer(failure)];
    expect({ unanswered, unknown, counts }).toEqual(known);
  });

  test('only after an attempt without a response, a 429 leaves the outcome unknown', () => {
    const limited = { ...failed('too_many_attempts'), retryAfter: 1 };
    expect([isOutcomeUnknown(limited), isOutcomeUnknown(limited, 1)]).toEqual([false, true]);
  });

  test('after an attempt without a response, a refusal means that nothing was executed', () => {
    expect(isOutcomeUnknown(failed('seat_taken'), 1)).toBe(false);
  });

  test.each([
    [200, false],
    [500, false],
    [501, false],
    [502, true],
    [503, true],
    [504, true],
    [505, false],
    [519, false],
    [520, true],
    [530, true],
    [531, false],
  ])('status %i is a gateway error: %s', (status, expected) => {
    expect(isGatewayError(status)).toBe(expected);
  });

  test('gives up after 12 errors', () => {
    expect(MAXIMUM_ERRORS).toBe(12);
  });

  test('retries after 1, 2 and 5 s, then every 15 s', () => {
    expect([1, 2, 3, 4, 5, 100].map(retryDelay)).toEqual([1000, 2000, 5000, 15_000, 15_000, 15_000]);
  });
});
