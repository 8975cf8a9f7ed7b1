import * as v from 'valibot';
import { expect } from 'vitest';
import { ticketSchema } from '#contract/ticket.ts';
import { expectApiError } from './expectApiError.ts';
import { nosferatu } from './catalogueMovies.ts';
import { describeOnAnyEngine, describeOnBothEngines } from './onBothEngines.ts';
import { addPeople, addPerson, balanceOf, buy, purchase, soldSeats } from './people.ts';

const CUTOFF = Date.parse('2026-03-05T20:25:00+07:00');

describeOnBothEngines('section 4, Purchase', ({ test }) => {
  test('reliability 3 and 7: a purchase books the seats, debits the balance and returns the ticket', async ({
    cinema,
  }) => {
    const buyer = await addPerson(cinema, { balance: 100_000 });

    const foreign = { moviePoster: 'https://example.org/other.png', id: 'mine' };
    const answer = await purchase(cinema, buyer, { seatNumbers: [13, 12], ...foreign });

    expect(answer.status).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const ticket = v.parse(v.strictObject(ticketSchema.entries), answer.body);
    expect(ticket).toEqual({
      id: ticket.id,
      admissionCode: expect.stringMatching(/^[\dA-HJKMNP-TV-Z]{20}$/),
      movieTitle: 'The Kid',
      moviePoster: '/posters/the-kid.svg',
      movieAgeRating: 0,
      movieTicketPrice: 35_000,
      showtimeDate: '05 Mar',
      showtimeTime: '20.35',
      seatNumbers: [12, 13],
      bookingTime: '2026-03-05T03:00:00.000Z',
      startsAt: '2026-03-05T13:35:00.000Z',
    });
    expect(await balanceOf(cinema, buyer)).toBe(30_000);
    expect(await soldSeats(cinema)).toEqual([
      { showtimeDate: '05 Mar', showtimeTime: '20.35', movieTitle: 'The Kid', seatNumbers: [12, 13] },
    ]);
    expect((await cinema.call('GET', 'user/tickets', { token: buyer.token })).body).toEqual([ticket]);
  });

  test('reliability 1: a purchase that includes sold seats is refused, and the error lists them', async ({
    cinema,
  }) => {
    const buyer = await addPerson(cinema, { balance: 500_000 });
    await buy(cinema, await addPerson(cinema, { balance: 500_000 }), { seatNumbers: [12, 13] });
    for (const [chosen, seatNumbers, message] of [
      [[14, 13, 12], [12, 13], 'Seats 12 and 13 have just been taken'],
      [[11, 12], [12], 'Seat 12 has just been taken'],
    ] as const) {
      const request = () => purchase(cinema, buyer, { seatNumbers: chosen });
      expect(await expectApiError(cinema, 'seat_taken', request)).toMatchObject({ message, seatNumbers });
    }
  });

  test('a refusal for insufficient balance states the shortfall', async ({ cinema }) => {
    await addPeople(cinema, 5, { balance: 500_000 });
    const buyer = await addPerson(cinema, { balance: 10_000 });
    await addPeople(cinema, 5, { balance: 500_000 });
    expect(await expectApiError(cinema, 'not_enough_balance', () => purchase(cinema, buyer))).toMatchObject({
      message: 'Not enough balance (Rp.25.000)',
      balance: 10_000,
      total: 35_000,
      shortfall: 25_000,
    });
  });
});

describeOnAnyEngine('section 4, Purchase: refusals', ({ test, open }) => {
  test('reliability 7: a user exactly as old as the age rating cannot buy, and a user one year older can', async ({
    cinema,
  }) => {
    const film = { movieTitle: 'Nosferatu', movieTicketPrice: 40_000, movieAgeRating: 13 };
    const child = await addPerson(cinema, { balance: 40_000, age: 13 });
    expect(await expectApiError(cinema, 'too_young', () => purchase(cinema, child, film))).toMatchObject({
      message: 'Sorry but you are not old enough (13) to watch this movie :)',
      age: 13,
      ageRating: 13,
    });
    await buy(cinema, await addPerson(cinema, { balance: 40_000, age: 14 }), film);
  });

  test('a purchase with an outdated price or age rating is refused', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 100_000 });
    for (const changes of [{ movieTicketPrice: 34_999 }, { movieAgeRating: 13 }]) {
      const problem = await expectApiError(cinema, 'movie_changed', () => purchase(cinema, buyer, changes));
      expect(problem).toMatchObject({ ticketPrice: 35_000, ageRating: 0 });
    }
  });

  test('a purchase with several errors reports the first one in the specified order', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 35_000 }));
    const child = await addPerson(cinema, { age: 10 });
    const nosferatuToday = { movieTitle: nosferatu.title, movieAgeRating: 13, movieTicketPrice: 40_000 };
    for (const [code, changes, time] of [
      ['movie_changed', { movieTitle: 'Nosferatu', showtimeDate: '01 Jan' }, '10:00'],
      ['too_young', { ...nosferatuToday, showtimeDate: '01 Jan' }, '10:00'],
      ['invalid_request', { showtimeDate: '01 Jan' }, '10:00'],
      ['showtime_closed', {}, '20:30'],
      ['seat_taken', {}, '20:00'],
      ['not_enough_balance', { seatNumbers: [64] }, '20:00'],
    ] as const) {
      cinema.clock.now = Date.parse(`2026-03-05T${time}:00+07:00`);
      await expectApiError(cinema, code, () => purchase(cinema, child, changes));
    }
  });

  test('reliability 13: the sale ends exactly ten minutes before the start', async () => {
    const cinema = await open({ now: CUTOFF - 1 });
    const buyer = await addPerson(cinema, { balance: 100_000 });
    await buy(cinema, buyer, { seatNumbers: [1] });
    for (const now of [CUTOFF, CUTOFF + 10 * 60_000, CUTOFF + 60 * 60_000]) {
      cinema.clock.now = now;
      await expectApiError(cinema, 'showtime_closed', () => purchase(cinema, buyer, { seatNumbers: [2] }));
    }
  });

  test('reliability 13 to 15: exactly today and the next four days in the cinema\u2019s time zone can be bought', async () => {
    const cinema = await open({ now: Date.parse('2026-03-05T00:00:00+07:00') });
    const buyer = await addPerson(cinema, { balance: 1_000_000 });
    for (const showtimeDate of ['05 Mar', '06 Mar', '07 Mar', '08 Mar', '09 Mar'])
      await buy(cinema, buyer, { showtimeDate });
    for (const showtimeDate of ['04 Mar', '10 Mar', '29 Feb', '5 Mar', '\u0660\u0665 Mar', '05 mar', '05 Maret', '']) {
      const request = () => purchase(cinema, buyer, { showtimeDate, seatNumbers: [2] });
      const { fields } = await expectApiError(cinema, 'invalid_request', request);
      expect(fields).toEqual({ showtimeDate: 'Choose one of the dates on offer' });
    }
  });
});
