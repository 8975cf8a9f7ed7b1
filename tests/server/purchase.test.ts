import * as v from 'valibot';
import { expect } from 'vitest';
import { ticketSchema, ticketsSchema } from '#contract/ticket.ts';
import { expectSoundBooks } from './books.ts';
import { expectApiError } from './expectApiError.ts';
import { nosferatu } from './catalogueMovies.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, balanceOf, buy, purchase, soldSeats } from './people.ts';

describeOnBothEngines('section 4, Purchase', ({ test }) => {
  test('reliability 3 and 7: a purchase sells the seats, takes the money and gives the ticket, with the film\u2019s own poster', async ({
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
    await expectSoundBooks(cinema);
  });

  test('tickets are listed with the newest purchase first, even within one millisecond', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 1_000_000 });
    const first = await buy(cinema, buyer, { seatNumbers: [1] });
    const second = await buy(cinema, buyer, { seatNumbers: [2] });
    cinema.clock.now += 1;
    const third = await buy(cinema, buyer, { seatNumbers: [3], showtimeDate: '06 Mar' });
    const listed = v.parse(ticketsSchema, (await cinema.call('GET', 'user/tickets', { token: buyer.token })).body);
    expect(listed).toEqual([third, second, first]);
  });

  test('the same seat number is sold again for another film, time or date', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 1_000_000 });
    await buy(cinema, buyer);
    await buy(cinema, buyer, { showtimeTime: '17.15' });
    await buy(cinema, buyer, { showtimeDate: '06 Mar' });
    await buy(cinema, buyer, { movieTitle: 'Nosferatu', movieTicketPrice: 40_000, movieAgeRating: 13 });
    expect(await balanceOf(cinema, buyer)).toBe(1_000_000 - 3 * 35_000 - 40_000);
    await expectSoundBooks(cinema);
  });

  test('reliability 1: a set of seats with a sold one among them is refused whole, naming those sold', async ({
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

  test('one rupiah short is not enough', async ({ cinema }) => {
    const buyer = await addPerson(cinema, { balance: 69_999 });
    const request = () => purchase(cinema, buyer, { seatNumbers: [1, 2] });
    expect(await expectApiError(cinema, 'not_enough_balance', request)).toMatchObject({
      message: 'Not enough balance (Rp.1)',
      balance: 69_999,
      total: 70_000,
      shortfall: 1,
    });
  });

  test('reliability 7: somebody as old as the rating may not watch, a year older may', async ({ cinema }) => {
    const film = { movieTitle: 'Nosferatu', movieTicketPrice: 40_000, movieAgeRating: 13 };
    const child = await addPerson(cinema, { balance: 40_000, age: 13 });
    expect(await expectApiError(cinema, 'too_young', () => purchase(cinema, child, film))).toMatchObject({
      message: 'Sorry but you are not old enough (13) to watch this movie :)',
      age: 13,
      ageRating: 13,
    });
    await buy(cinema, await addPerson(cinema, { balance: 40_000, age: 14 }), film);
  });

  test('the first of several reasons is the one told', async ({ cinema }) => {
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
});
