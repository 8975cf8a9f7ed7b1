import { expect, test } from 'vitest';
import { expectApiError } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, buy, purchase } from './people.ts';

const CUTOFF = Date.parse('2026-03-05T20:25:00+07:00');

describeOnBothEngines('reliability 13 to 15: dates and showtimes', ({ open }) => {
  test('reliability 13: the sale ends exactly ten minutes before the start', async () => {
    const cinema = await open({ now: CUTOFF - 1 });
    const buyer = await addPerson(cinema, { balance: 100_000 });
    await buy(cinema, buyer, { seatNumbers: [1] });
    for (const now of [CUTOFF, CUTOFF + 1, CUTOFF + 10 * 60_000, CUTOFF + 60 * 60_000]) {
      cinema.clock.now = now;
      await expectApiError(cinema, 'showtime_closed', () => purchase(cinema, buyer, { seatNumbers: [2] }));
    }
  });

  test('reliability 13 and 14: today and four days are on offer in the cinema\u2019s zone, no more and no less', async () => {
    const cinema = await open({ now: Date.parse('2026-03-05T00:00:00+07:00') });
    const buyer = await addPerson(cinema, { balance: 1_000_000 });
    for (const showtimeDate of ['05 Mar', '06 Mar', '07 Mar', '08 Mar', '09 Mar']) {
      await buy(cinema, buyer, { showtimeDate });
    }
    for (const showtimeDate of ['04 Mar', '10 Mar', '29 Feb', '5 Mar', '\u0660\u0665 Mar', '05 mar', '05 Maret', '']) {
      const { fields } = await expectApiError(cinema, 'invalid_request', () =>
        purchase(cinema, buyer, { showtimeDate, seatNumbers: [2] }),
      );
      expect(fields).toEqual({ showtimeDate: 'Choose one of the dates on offer' });
    }
  });
});
