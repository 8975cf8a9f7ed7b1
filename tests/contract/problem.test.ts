import { describe, expect, test } from 'vitest';
import { PROBLEM_MEDIA_TYPE, PROBLEM_STATUS, problemSchema } from '#contract/problem.ts';
import { refusedFields, verdict } from './verdict.ts';

describe('section 8: problems', () => {
  test('every code has the status of section 7, Answers, and there is no other', () => {
    expect(PROBLEM_STATUS).toEqual({
      invalid_request: 400,
      unauthenticated: 401,
      wrong_credentials: 401,
      wrong_password: 403,
      too_young: 403,
      movie_not_found: 404,
      ticket_not_found: 404,
      not_found: 404,
      method_not_allowed: 405,
      username_taken: 409,
      seat_taken: 409,
      seats_not_held: 409,
      not_enough_balance: 409,
      movie_changed: 409,
      showtime_closed: 409,
      ticket_expired: 409,
      idempotency_conflict: 422,
      payload_too_large: 413,
      unsupported_media_type: 415,
      too_many_attempts: 429,
      internal: 500,
      unavailable: 503,
    });
  });

  test('they travel as application/problem+json', () => {
    expect(PROBLEM_MEDIA_TYPE).toBe('application/problem+json');
  });

  test.each([
    ['nothing more', {}],
    ['the fields refused', { fields: { age: 'Age is required!' } }],
    ['age and rating', { age: 13, ageRating: 13 }],
    ['the seats taken', { seatNumbers: [12] }],
    ['balance, total and shortfall', { balance: 1, total: 2, shortfall: 1 }],
    ['the film\u2019s price and rating', { ticketPrice: 1, ageRating: 2 }],
    ['when to come back', { retryAfter: 5 }],
  ])('a problem may say %s', (_, details) => {
    const problem = { status: 409, code: 'seat_taken', message: 'Seat 12 has just been taken', ...details };
    expect(verdict(problemSchema, { ...problem, stack: 'at x.ts' })).toEqual({ accepted: problem });
  });

  test.each(Object.entries(PROBLEM_STATUS))('the code %s is known', (code, status) => {
    expect(refusedFields(problemSchema, { status, code, message: 'Oh' })).toEqual([]);
  });

  test.each([
    ['an unknown code', { status: 418, code: 'teapot', message: 'Oh' }, ['code']],
    ['the name of a method', { status: 500, code: 'toString', message: 'Oh' }, ['code']],
    ['no message', { status: 500, code: 'internal' }, ['message']],
    ['a status as text', { status: '500', code: 'internal', message: 'Oh' }, ['status']],
    ['seats as text', { status: 409, code: 'seat_taken', message: 'Oh', seatNumbers: 'all' }, ['seatNumbers']],
  ])('%s is no problem of ours', (_, problem, fields) => {
    expect(refusedFields(problemSchema, problem)).toEqual(fields);
  });
});
