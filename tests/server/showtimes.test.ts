import { expect, test } from 'vitest';
import { expectApiError } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, booking, buy } from './people.ts';

const CUTOFF = Date.parse('2026-03-05T20:25:00+07:00');

describeOnBothEngines('reliability 13 to 15: dates and showtimes', ({ open }) => {
  test('reliability 13: the sale ends exactly ten minutes before the start', async () => {
    const cinema = await open({ now: CUTOFF - 1 });
    const buyer = await addPerson(cinema, { balance: 100_000 });
    await buy(cinema, buyer, { seatNumbers: [1] });
    for (const now of [CUTOFF, CUTOFF + 1, CUTOFF + 10 * 60_000, CUTOFF + 60 * 60_000]) {
      cinema.clock.now = now;
      await expectApiError(cinema, 'showtime_closed', () =>
        cinema.call('POST', 'user/tickets', { token: buyer.token, body: booking({ seatNumbers: [2] }) }),
      );
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
        cinema.call('POST', 'user/tickets', {
          token: buyer.token,
          body: booking({ showtimeDate, seatNumbers: [2] }),
        }),
      );
      expect(fields).toEqual({ showtimeDate: 'Choose one of the dates on offer' });
    }
  });

  test('reliability 14: 02 Jan asked on 30 December is next year\u2019s', async () => {
    const cinema = await open({ now: Date.parse('2026-12-30T09:00:00+07:00') });
    const ticket = await buy(cinema, await addPerson(cinema, { balance: 35_000 }), {
      showtimeDate: '02 Jan',
      showtimeTime: '14.30',
    });
    expect(ticket).toMatchObject({ showtimeDate: '02 Jan', startsAt: '2027-01-02T07:30:00.000Z' });
  });

  test('29 Feb is on offer in a leap year', async () => {
    const cinema = await open({ now: Date.parse('2028-02-27T09:00:00+07:00') });
    const buyer = await addPerson(cinema, { balance: 35_000 });
    expect((await buy(cinema, buyer, { showtimeDate: '29 Feb' })).startsAt).toBe('2028-02-29T13:35:00.000Z');
  });

  test.each([
    ['UTC', '05 Mar', '2026-03-05T14:30:00.000Z'],
    ['Asia/Jakarta', '05 Mar', '2026-03-05T07:30:00.000Z'],
    ['Pacific/Honolulu', '04 Mar', '2026-03-05T00:30:00.000Z'],
  ])('reliability 15: in the zone %s today is %s', async (zone, showtimeDate, startsAt) => {
    const cinema = await open({ zone, now: Date.parse('2026-03-05T00:10:00Z') });
    const buyer = await addPerson(cinema, { balance: 35_000 });
    const body = booking({ showtimeDate, showtimeTime: '14.30' });
    const answer = await cinema.call('POST', 'user/tickets', {
      token: buyer.token,
      body,
      headers: { date: 'Fri, 01 Jan 1999 00:00:00 GMT' },
    });
    expect(answer.body).toMatchObject({ showtimeDate, startsAt });
  });
});
