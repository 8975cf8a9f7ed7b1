import { describe, expect, test } from 'vitest';
import { releasedSeatsSchema, seatEventSchema } from '#contract/bookedSeats.ts';
import { refusedFields, parseResult } from './parseResult.ts';

describe('section 7: an event of the seat feed', () => {
  test.each([[[]], [[1]], [[1, 2, 64]]])('contains the seats %j', (seatNumbers) => {
    expect(parseResult(seatEventSchema, { seatNumbers })).toEqual({ accepted: { seatNumbers } });
  });

  test.each([[[0]], [[65]], [[1.5]], [[2, 1]], [[1, 1]], [['1']], ['1'], [undefined]])(
    'never contains %j: only seats of the hall, ascending, without duplicates',
    (seatNumbers) => {
      expect(parseResult(seatEventSchema, { seatNumbers })).toHaveProperty('refused');
    },
  );
});

describe('section 7: the response of DELETE booked-seats', () => {
  test('is a plain text', () => {
    expect(parseResult(releasedSeatsSchema, 'Done')).toEqual({ accepted: 'Done' });
    expect(refusedFields(releasedSeatsSchema, { message: 'Done' })).toEqual(['body']);
  });
});
