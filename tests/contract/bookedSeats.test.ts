import { describe, expect, test } from 'vitest';
import { soldSeatsSchema } from '#contract/bookedSeats.ts';
import { verdict } from './verdict.ts';

describe('section 7: what a feed of live seats tells', () => {
  test.each([[[]], [[1]], [[1, 2, 64]]])('the seats %j', (seatNumbers) => {
    expect(verdict(soldSeatsSchema, { seatNumbers })).toEqual({ accepted: { seatNumbers } });
  });

  test.each([[[0]], [[65]], [[1.5]], [[2, 1]], [[1, 1]], [['1']], ['1'], [undefined]])(
    'and never the seats %j: seats of the hall, ascending, none twice',
    (seatNumbers) => {
      expect(verdict(soldSeatsSchema, { seatNumbers })).toHaveProperty('refused');
    },
  );
});
