import * as v from 'valibot';
import { expect } from 'vitest';
import { bookedSeatsListSchema, releasedSeatsSchema } from '#contract/bookedSeats.ts';
import { dump } from './books.ts';
import { expectApiError } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { addPerson, booking, buy, cancel, signInAgain, soldSeats } from './people.ts';

const YEAR = 365 * 86_400_000;

function seats(changes: Record<string, unknown> = {}) {
  return booking({ seatNumbers: [12, 13], movieId: 1, ...changes });
}

describeOnAnyEngine('section 7, booked-seats', ({ test, open }) => {
  test('returns the seats of a showtime of today that is over', async () => {
    const cinema = await open({ now: Date.parse('2026-03-05T23:59:59+07:00') });
    expect(await soldSeats(cinema, '05 Mar', '11.40')).toMatchObject([{ seatNumbers: [] }]);
  });

  test('a query without a showtime returns no seats and opens no feed', async ({ cinema }) => {
    await buy(cinema, await addPerson(cinema, { balance: 70_000 }));
    for (const query of ['', '?showtimeDate=05+Mar', '?showtimeDate=null&showtimeTime=null']) {
      const answer = await cinema.call('GET', `booked-seats/The%20Kid${query}`);
      expect([answer.status, v.parse(bookedSeatsListSchema, answer.body)]).toEqual([200, []]);
      await expectApiError(cinema, 'invalid_request', () => cinema.call('GET', `booked-seats/The%20Kid/live${query}`));
    }
  });

  test('reliability 9: recording seats confirms a ticket any number of times and changes nothing', async ({
    cinema,
  }) => {
    const buyer = await addPerson(cinema, { balance: 70_000 });
    const ticket = await buy(cinema, buyer, { seatNumbers: [13, 12] });
    const before = await dump(cinema);
    for (const seatNumbers of [
      [12, 13],
      [13, 12],
    ]) {
      const answer = await cinema.call('POST', 'booked-seats', { token: buyer.token, body: seats({ seatNumbers }) });
      expect([answer.status, answer.body]).toEqual([201, ticket]);
    }
    expect(await dump(cinema)).toEqual(before);
  });

  test('reliability 9: refuses a recording that does not match the ticket', async ({ cinema }) => {
    const { token } = await addPerson(cinema, { balance: 70_000 });
    await buy(cinema, { token }, { seatNumbers: [12, 13] });
    for (const other of [
      { seatNumbers: [12] },
      { seatNumbers: [12, 14] },
      { showtimeTime: '17.15' },
      { showtimeDate: '06 Mar' },
      { movieId: 2, movieTitle: 'Nosferatu' },
      { movieId: 2 },
      { movieId: '01' },
      // Beyond the range of databases.
      { movieId: 1.5e300 },
      { movieTitle: 'The Kid\0' },
    ]) {
      const record = () => cinema.call('POST', 'booked-seats', { token, body: seats(other) });
      await expectApiError(cinema, 'seats_not_held', record);
    }
  });

  test('reliability 9: recording seats confirms the ticket of this year, although an old one has the same date', async ({
    cinema,
  }) => {
    const person = await addPerson(cinema, { balance: 140_000 });
    await buy(cinema, person, { seatNumbers: [12, 13] });
    cinema.clock.now += YEAR;
    const buyer = await signInAgain(cinema, person);
    const ticket = await buy(cinema, buyer, { seatNumbers: [12, 13] });
    const answer = await cinema.call('POST', 'booked-seats', { token: buyer.token, body: seats() });
    expect([answer.status, answer.body]).toEqual([201, ticket]);
  });

  test('reliability 9: refuses to record the seats of another user or of a cancelled ticket', async ({ cinema }) => {
    const [buyer, other] = [await addPerson(cinema, { balance: 70_000 }), await addPerson(cinema)];
    const { id: ticketId } = await buy(cinema, buyer, { seatNumbers: [12, 13] });
    const record = (token: string) => () => cinema.call('POST', 'booked-seats', { token, body: seats() });
    const refused = await expectApiError(cinema, 'seats_not_held', record(other.token));
    await cancel(cinema, buyer, ticketId);
    expect(await expectApiError(cinema, 'seats_not_held', record(buyer.token))).toEqual(refused);
  });

  test('reliability 9: releasing seats frees no seat of a ticket and always has the same response', async ({
    cinema,
  }) => {
    const [buyer, other] = [await addPerson(cinema, { balance: 70_000 }), await addPerson(cinema)];
    await buy(cinema, buyer, { seatNumbers: [12, 13] });
    const before = await dump(cinema);
    const answers = [];
    for (const { token } of [buyer, other]) {
      for (const body of [seats(), seats({ seatNumbers: [1] }), seats({ movieTitle: 'No Such Film' })]) {
        answers.push(await cinema.call('DELETE', 'booked-seats', { token, body }));
      }
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => v.parse(releasedSeatsSchema, body))).size, 'different answers').toBe(1);
    expect(await dump(cinema)).toEqual(before);
  });
});
