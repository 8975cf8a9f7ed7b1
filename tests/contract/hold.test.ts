import { describe, expect, test } from 'vitest';
import { holdCodeSchema, holdReleaseSchema, holdRequestSchema, holdSchema, sharedHoldSchema } from '#contract/hold.ts';
import { parseResult, refusedFields } from './parseResult.ts';

const screening = { movieTitle: 'Metropolis', showtimeDate: '05 Mar', showtimeTime: '14.30' };
const expiresAt = '2026-03-05T03:05:00.000Z';
const code = 'kV3xQ0b7T2mNfYc9Zr1sLA';

describe('section 7: the request to hold seats', () => {
  test.each([
    { seatNumbers: [12] },
    { seatNumbers: [12], shared: false },
    { seatNumbers: [12, 13], shared: true },
    { seatNumbers: [1, 2, 3, 4, 5, 6], shared: true },
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

  test('is refused without a film, a showtime or seats, and when shared is not a boolean', () => {
    expect(refusedFields(holdRequestSchema, { shared: 'yes' }).toSorted()).toEqual([
      'movieTitle',
      'seatNumbers',
      'shared',
      'showtimeDate',
      'showtimeTime',
    ]);
  });
});

describe('section 7: the request to release seats', () => {
  test.each([undefined, {}, { shared: true }, { shared: false }])('may have no body, or say whether: %j', (body) => {
    expect(parseResult(holdReleaseSchema, body)).toEqual({ accepted: body });
  });

  test('is refused when shared is not a boolean', () => {
    expect(refusedFields(holdReleaseSchema, { shared: 1 })).toEqual(['shared']);
  });
});

describe('section 7: a hold', () => {
  const hold = { ...screening, seatNumbers: [12, 13], expiresAt };

  test.each([hold, { ...hold, code }])('has its screening, seats and end, and a code if it is shared: %j', (each) => {
    expect(parseResult(holdSchema, each)).toEqual({ accepted: each });
  });

  test('never lacks a field, and its end is an instant', () => {
    expect(refusedFields(holdSchema, { expiresAt: 'soon' })).toEqual([
      'movieTitle',
      'showtimeDate',
      'showtimeTime',
      'seatNumbers',
      'expiresAt',
    ]);
  });
});

describe('section 7: a shared hold', () => {
  const shared = { ...screening, seatNumbers: [13], paidSeatNumbers: [12], expiresAt };

  test('has the held and the paid seats, and neither its user nor its code', () => {
    expect(parseResult(sharedHoldSchema, { ...shared, code, userId: 'ana' })).toEqual({ accepted: shared });
    expect(refusedFields(sharedHoldSchema, {})).toEqual(Object.keys(shared));
  });

  test('is found by a code, which is a text', () => {
    expect(parseResult(holdCodeSchema, { code })).toEqual({ accepted: { code } });
    expect(refusedFields(holdCodeSchema, {})).toEqual(['code']);
  });
});
