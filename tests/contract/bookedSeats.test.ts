import { describe, expect, test } from 'vitest';
import { releasedSeatsSchema, soldSeatsSchema } from '#contract/bookedSeats.ts';
import { refusedFields, parseResult } from './parseResult.ts';

describe('section 7: what a feed of live seats sends', () => {
  test.each([[[]], [[1]], [[1, 2, 64]]])('the seats %j', (seatNumbers) => {
    expect(parseResult(soldSeatsSchema, { seatNumbers })).toEqual({ accepted: { seatNumbers } });
  });

  test.each([[[0]], [[65]], [[1.5]], [[2, 1]], [[1, 1]], [['1']], ['1'], [undefined]])(
    'and never the seats %j: seats of the hall, ascending, none twice',
    (seatNumbers) => {
      expect(parseResult(soldSeatsSchema, { seatNumbers })).toHaveProperty('refused');
    },
  );
});

describe('section 7: the answer of DELETE booked-seats', () => {
  test('is a message, a text by itself', () => {
    expect(parseResult(releasedSeatsSchema, 'Done')).toEqual({ accepted: 'Done' });
    expect(refusedFields(releasedSeatsSchema, { message: 'Done' })).toEqual(['body']);
  });
});
