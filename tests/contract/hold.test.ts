import { describe, expect, test } from 'vitest';
import { holdReleaseSchema, holdRequestSchema, holdSchema } from '#contract/hold.ts';
import { parseResult, refusedFields } from './parseResult.ts';

const screening = { movieTitle: 'Metropolis', showtimeDate: '05 Mar', showtimeTime: '14.30' };
const expiresAt = '2026-03-05T03:05:00.000Z';
const shareCode = 'kV3xQ0b7T2mNfYc9Zr1sLA';
const id = '0b2f6c1e-8d3a-4f57-9a60-4d1c2b7e9f38';

describe('section 7: the request to hold seats', () => {
  test.each([
    { seatNumbers: [12] },
    { seatNumbers: [12], shared: false },
    { seatNumbers: [12, 13], shared: true },
    { seatNumbers: [1, 2, 3, 4, 5, 6], shared: true },
    { seatNumbers: [12], replaces: id },
  ])('is accepted: %j', (seats) => {
    expect(parseResult(holdRequestSchema, { ...screening, ...seats })).toEqual({
      accepted: { ...screening, ...seats },
    });
  });

  test('needs two seats to share', () => {
    expect(parseResult(holdRequestSchema, { ...screening, seatNumbers: [12], shared: true })).toEqual({
      refused: { seatNumbers: 'Choose at least 2 seats to share' },
    });
  });

  test('is refused without a film, a showtime or seats, when shared is not a boolean, and when replaces is not a text', () => {
    expect(refusedFields(holdRequestSchema, { shared: 'yes', replaces: 1 }).toSorted()).toEqual([
      'movieTitle',
      'replaces',
      'seatNumbers',
      'shared',
      'showtimeDate',
      'showtimeTime',
    ]);
  });
});

describe('section 7: the request to release seats', () => {
  test.each([undefined, {}, { shared: true }, { shared: false }, { id }, { shared: true, id }])(
    'may have no body, or name a hold: %j',
    (body) => {
      expect(parseResult(holdReleaseSchema, body)).toEqual({ accepted: body });
    },
  );

  test('is refused when shared is not a boolean, and when the id is not a text', () => {
    expect(refusedFields(holdReleaseSchema, { shared: 1, id: 1 })).toEqual(['shared', 'id']);
  });
});

describe('section 7: a hold', () => {
  const hold = { id, ...screening, seatNumbers: [12, 13], expiresAt };

  test.each([hold, { ...hold, shareCode }])(
    'has its id, screening, seats and end, and a code if it is shared: %j',
    (each) => {
      expect(parseResult(holdSchema, each)).toEqual({ accepted: each });
    },
  );

  test('never lacks a field, and its end is an instant', () => {
    expect(refusedFields(holdSchema, { expiresAt: 'soon' })).toEqual([
      'id',
      'movieTitle',
      'showtimeDate',
      'showtimeTime',
      'seatNumbers',
      'expiresAt',
    ]);
  });
});
