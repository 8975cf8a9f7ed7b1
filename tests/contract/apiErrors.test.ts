import { describe, expect, test } from 'vitest';
import { apiMessage, errorEntry } from '#contract/apiErrors.ts';
import { errorCodes, PROBLEM_MEDIA_TYPE, problemSchema } from '#contract/problem.ts';
import { refusedFields, parseResult } from './parseResult.ts';

describe('section 8: problems', () => {
  test('have the media type application/problem+json', () => {
    expect(PROBLEM_MEDIA_TYPE).toBe('application/problem+json');
  });

  test.each([
    ['no details', {}],
    ['the messages of the refused fields', { fields: { age: 'Age is required!' } }],
    ['age and rating', { age: 13, ageRating: 13 }],
    ['the taken seats', { seatNumbers: [12] }],
    ['balance, total and shortfall', { balance: 1, total: 2, shortfall: 1 }],
    ['the film\u2019s price and rating', { ticketPrice: 1, ageRating: 2 }],
    ['the seconds until a retry', { retryAfter: 5 }],
  ])('accept %s', (_, details) => {
    const problem = { status: 409, code: 'seat_taken', message: 'Seat 12 has just been taken', ...details };
    expect(parseResult(problemSchema, { ...problem, stack: 'at x.ts' })).toEqual({ accepted: problem });
  });

  test.each(errorCodes)('the code %s has a message for the user', (code) => {
    const { status } = errorEntry(code);
    const message = apiMessage(code);
    expect(refusedFields(problemSchema, { status, code, message })).toEqual([]);
    expect(message).toMatch(/^[A-Z]/);
  });

  test('the message about a query says what the query must contain', () => {
    const message = 'limit must be a whole number from 1 to 100';
    expect(apiMessage('invalid_request', { reason: message })).toBe(message);
  });

  test.each([
    ['an unknown code', { status: 418, code: 'teapot', message: 'Oh' }, ['code']],
    ['the name of a method', { status: 500, code: 'toString', message: 'Oh' }, ['code']],
    ['a missing message', { status: 500, code: 'internal' }, ['message']],
    ['a status as text', { status: '500', code: 'internal', message: 'Oh' }, ['status']],
    ['seats as text', { status: 409, code: 'seat_taken', message: 'Oh', seatNumbers: 'all' }, ['seatNumbers']],
  ])('refuse %s', (_, problem, fields) => {
    expect(refusedFields(problemSchema, problem)).toEqual(fields);
  });

  test.each([
    [{ reason: 'account' }, 'You have held seats for 10 minutes without buying.'],
    [{ reason: 'sharing' }, 'You have shared seats for 30 minutes without buying.'],
    [{ reason: 'network' }, 'Many seats of this showtime are held from your network.'],
    [{ reason: 'shared' }, 'You are sharing seats with friends.'],
    [{ reason: 'seats', seatNumbers: [12] }, 'Seat 12 has been held for too long.'],
    [{ reason: 'seats', seatNumbers: [12, 14] }, 'Seats 12 and 14 have been held for too long.'],
    [{}, 'You cannot hold more seats at the moment.'],
  ])('a refused hold names the limit and what the user can still do: %j', (details, sentence) => {
    expect(apiMessage('too_many_holds', details)).toBe(`${sentence} You can still buy free seats.`);
  });
});
