import { expect } from 'vitest';
import * as v from 'valibot';
import { holdSchema } from '#contract/hold.ts';
import { sessionUserSchema } from '#contract/user.ts';
import { offeredDates } from '#domain/calendar.ts';
import { tooYoungMessage } from '#domain/age.ts';
import { HOLD_DURATION } from '#domain/timings.ts';
import { forgetExpired } from '../../src/server/store/forgetExpired.ts';
import { holdOneSeat, mixHoldsAndPurchases, raceHoldsAndPurchases } from './contests.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { countByStatus, type Cinema } from './openCinema.ts';
import { openFeed } from './openFeed.ts';
import {
  addPeople,
  addPerson,
  buy,
  findHold,
  heldBy,
  hold,
  purchase,
  releaseHold,
  signUpForm,
  soldSeats,
} from './people.ts';
import { sendTo } from './sendTo.ts';
import { startServerProcess } from './startServerProcess.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const twoBuyers = async (cinema: Cinema) => {
  const [ana, budi] = await addPeople(cinema, 2, { balance: 500_000 });
  if (ana === undefined || budi === undefined) throw new Error('No users were added');
  return { ana, budi };
};

describeOnBothEngines('section 7: holding seats', ({ test, open }) => {
  test('holds them for five minutes and shows them to everybody as held', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    const held = await heldBy(cinema, ana, [13, 12]);
    expect(held).toEqual({
      movieTitle: 'The Kid',
      showtimeDate: '05 Mar',
      showtimeTime: '20.35',
      seatNumbers: [12, 13],
      expiresAt: new Date(cinema.clock.now + 5 * MINUTE).toISOString(),
    });
    expect(await soldSeats(cinema)).toMatchObject([{ seatNumbers: [], heldSeatNumbers: [12, 13] }]);
    expect((await findHold(cinema, ana)).body).toEqual(held);
    cinema.clock.now += 5 * MINUTE;
    expect(await soldSeats(cinema)).toEqual([expect.not.objectContaining({ heldSeatNumbers: expect.anything() })]);
    expectProblem(await findHold(cinema, ana), 'hold_not_found');
  });

  test('the seat feed sends held seats, and sends the seats again when the hold ends by itself', async () => {
    const cinema = await open({ seatFeedLimits: { pollMilliseconds: 20 } });
    const { ana } = await twoBuyers(cinema);
    const feed = await openFeed(await cinema.app.listen({ port: 0 }));
    expect(await feed.nextEvent()).toEqual({ seatNumbers: [] });
    await heldBy(cinema, ana, [12]);
    expect(await feed.nextEvent()).toEqual({ seatNumbers: [], heldSeatNumbers: [12] });
    cinema.clock.now += HOLD_DURATION;
    expect(await feed.nextEvent()).toEqual({ seatNumbers: [] });
  });

  test('another user can neither hold nor buy a held seat, and is told which one until when', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    const { expiresAt } = await heldBy(cinema, ana, [12, 13]);
    const refusals = [
      await expectApiError(cinema, 'seat_held', () => hold(cinema, budi, { seatNumbers: [11, 12] })),
      await expectApiError(cinema, 'seat_held', () => purchase(cinema, budi, { seatNumbers: [11, 12] })),
    ];
    for (const { message, seatNumbers, expiresAt: until } of refusals) {
      expect({ message, seatNumbers, until }).toEqual({
        message: 'Seat 12 is being bought by another visitor',
        seatNumbers: [12],
        until: expiresAt,
      });
    }
    cinema.clock.now = Date.parse(expiresAt);
    await buy(cinema, budi, { seatNumbers: [11, 12] });
  });

  test('a purchase by the holder ends the hold and frees its other seats', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    await heldBy(cinema, ana, [12, 13]);
    await buy(cinema, ana, { seatNumbers: [12] });
    expectProblem(await findHold(cinema, ana), 'hold_not_found');
    await buy(cinema, budi, { seatNumbers: [13] });
  });

  test('a new hold replaces the previous one; the same seats again keep their time', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    const first = await heldBy(cinema, ana, [12, 13]);
    cinema.clock.now += MINUTE;
    expect(await heldBy(cinema, ana, [12, 13])).toEqual(first);
    const second = await heldBy(cinema, ana, [13, 14]);
    expect(second.expiresAt).toBe(new Date(cinema.clock.now + 5 * MINUTE).toISOString());
    expect(await soldSeats(cinema)).toMatchObject([{ heldSeatNumbers: [13, 14] }]);
    await heldBy(cinema, budi, [12]);
  });

  test.for([{ showtimeTime: '17.15' }, { showtimeDate: '06 Mar' }, { movieTitle: 'Nosferatu' }])(
    'the same seats of another screening are a new hold: %j',
    async (changes, { cinema }) => {
      const { ana } = await twoBuyers(cinema);
      await heldBy(cinema, ana, [12]);
      const { body } = await hold(cinema, ana, changes);
      expect(body).toMatchObject({ ...changes, seatNumbers: [12] });
      expect(await soldSeats(cinema)).toEqual([expect.not.objectContaining({ heldSeatNumbers: expect.anything() })]);
    },
  );

  test('the same seats again, after the hold has expired, are a new hold', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    await heldBy(cinema, ana, [12]);
    cinema.clock.now += HOLD_DURATION;
    const { expiresAt } = await heldBy(cinema, ana, [12]);
    expect(Date.parse(expiresAt)).toBe(cinema.clock.now + HOLD_DURATION);
  });

  test('a sign-out frees the held seats at once', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    await heldBy(cinema, ana, [12]);
    expect((await cinema.call('POST', 'user/signout', { token: ana.token })).status).toBe(204);
    await heldBy(cinema, budi, [12]);
  });

  test('a released hold frees its seats at once; releasing none changes nothing', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    await heldBy(cinema, ana, [12]);
    expect((await releaseHold(cinema, ana)).status).toBe(204);
    await heldBy(cinema, budi, [12]);
    expect((await releaseHold(cinema, ana)).status).toBe(204);
    expect(await soldSeats(cinema)).toMatchObject([{ heldSeatNumbers: [12] }]);
  });

  test('is refused if the user could not buy the seats', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    const child = await addPerson(cinema, { age: 13 });
    await buy(cinema, budi, { seatNumbers: [12] });
    const refusals = [
      ['seat_taken', () => hold(cinema, ana, { seatNumbers: [12] })],
      ['movie_not_found', () => hold(cinema, ana, { movieTitle: 'Nothing' })],
      ['too_young', () => hold(cinema, child, { movieTitle: 'Nosferatu' })],
      ['invalid_request', () => hold(cinema, ana, { showtimeDate: '31 Dec' })],
      ['invalid_request', () => hold(cinema, ana, { seatNumbers: [1, 2, 3, 4, 5, 6, 7] })],
      ['unauthenticated', () => hold(cinema, { ...ana, token: 'unknown' })],
    ] as const;
    for (const [code, call] of refusals) await expectApiError(cinema, code, call);
    const problem = await expectApiError(cinema, 'too_young', () => hold(cinema, child, { movieTitle: 'Nosferatu' }));
    expect(problem).toMatchObject({ message: tooYoungMessage(13), age: 13, ageRating: 13 });
    cinema.clock.now = Date.parse('2026-03-05T20:25:00+07:00');
    await expectApiError(cinema, 'showtime_closed', () => hold(cinema, ana));
  });

  test('a repeated request with one key holds once', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    const answers = [
      await hold(cinema, ana, {}, { key: 'a-key' }),
      await releaseHold(cinema, ana),
      await hold(cinema, ana, {}, { key: 'a-key' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 204, 201]);
    expectProblem(await findHold(cinema, ana), 'hold_not_found');
  });
});

describeOnBothEngines('reliability 62: holds without a purchase are limited by account', ({ test }) => {
  test('to three within an hour', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    for (const seat of [1, 2, 3]) {
      await heldBy(cinema, ana, [seat]);
      await releaseHold(cinema, ana);
      cinema.clock.now += MINUTE;
    }
    const { retryAfter } = await expectApiError(cinema, 'too_many_holds', () => hold(cinema, ana));
    expect(retryAfter).toBe(57 * 60);
    cinema.clock.now += 57 * MINUTE;
    await heldBy(cinema, ana, [4]);
  });

  test('to ten minutes within an hour, so that nobody keeps seats for longer than two holds', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    await heldBy(cinema, ana, [1]);
    cinema.clock.now += 4 * MINUTE;
    await heldBy(cinema, ana, [2]);
    cinema.clock.now += 4 * MINUTE;
    const { expiresAt } = await heldBy(cinema, ana, [3]);
    expect(Date.parse(expiresAt) - cinema.clock.now).toBe(2 * MINUTE);
    cinema.clock.now += 2 * MINUTE;
    await expectApiError(cinema, 'too_many_holds', () => hold(cinema, ana));
  });

  test('to two whole holds within an hour', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    for (const seat of [1, 2]) {
      await heldBy(cinema, ana, [seat]);
      cinema.clock.now += HOLD_DURATION;
    }
    const { retryAfter } = await expectApiError(cinema, 'too_many_holds', () => hold(cinema, ana));
    expect(retryAfter).toBe(50 * 60);
  });

  test('by the time that seats were held, also when an expired hold is released later', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    await heldBy(cinema, ana, [1]);
    cinema.clock.now += 20 * MINUTE;
    await releaseHold(cinema, ana);
    const { expiresAt } = await heldBy(cinema, ana, [2]);
    expect(Date.parse(expiresAt) - cinema.clock.now).toBe(5 * MINUTE);
  });

  test('until the user buys, which is possible without a hold', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    for (const seat of [1, 2, 3]) await heldBy(cinema, ana, [seat]);
    await expectApiError(cinema, 'too_many_holds', () => hold(cinema, ana, { seatNumbers: [4] }));
    await buy(cinema, ana, { seatNumbers: [3] });
    await heldBy(cinema, ana, [4]);
  });
});

describeOnBothEngines('reliability 62: a held seat belongs to its holder', ({ test, open, location }) => {
  test('of 20 users who hold one seat at the same time, one succeeds', async ({ cinema }) => {
    expect(await holdOneSeat(cinema)).toEqual({ 201: 1, 409: 19 });
  });

  test('of a hold and a purchase of one seat at the same time, one succeeds', async ({ cinema }) => {
    expect(await raceHoldsAndPurchases(cinema)).toEqual({ both: 0, neither: 0 });
  });

  test('ten simultaneous holds of one user leave the seats of one', async ({ cinema }) => {
    const ana = await addPerson(cinema);
    const seats = Array.from({ length: 10 }, (_, index) => index + 1);
    const answers = await Promise.all(seats.map((seat) => hold(cinema, ana, { seatNumbers: [seat] })));
    expect(countByStatus(answers)).toEqual({ 201: 3, 429: 7 });
    const { seatNumbers } = v.parse(holdSchema, (await findHold(cinema, ana)).body);
    expect(await soldSeats(cinema)).toMatchObject([{ heldSeatNumbers: seatNumbers }]);
  });

  test('in 1,000 random holds, purchases and releases, no seat is sold or held against another hold', async ({
    cinema,
  }) => {
    expect(await mixHoldsAndPurchases(cinema)).toEqual([]);
  });

  test('a clock that jumps by a day in either direction sells no seat twice', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    const tomorrow = { showtimeDate: '07 Mar', seatNumbers: [12] };
    expect((await hold(cinema, ana, tomorrow)).status).toBe(201);
    cinema.clock.now += 24 * HOUR;
    await buy(cinema, budi, tomorrow);
    cinema.clock.now -= 24 * HOUR;
    await expectApiError(cinema, 'seat_taken', () => purchase(cinema, ana, tomorrow));
  });

  test('the seats of an expired hold are deleted at once, the hold itself after an hour, and running holds are kept', async () => {
    const cinema = await open();
    const { ana, budi } = await twoBuyers(cinema);
    const citra = await addPerson(cinema);
    await heldBy(cinema, ana, [12]);
    cinema.clock.now += 2 * HOUR;
    await heldBy(cinema, citra, [14]);
    cinema.clock.now += HOUR / 2;
    await heldBy(cinema, budi, [13]);
    await forgetExpired(cinema.db, { now: cinema.clock.now, stopping: new AbortController().signal });
    const seats = await cinema.db.selectFrom('taken_seats').select('seat_number').execute();
    const holds = await cinema.db.selectFrom('holds').select('user_id').execute();
    expect(seats).toEqual([{ seat_number: 13 }]);
    // Holds of the last hour still count towards the limits.
    expect(holds.map(({ user_id: id }) => id).toSorted()).toEqual([budi.id, citra.id].toSorted());
  });

  test('a killed server loses no acknowledged hold', async () => {
    const { variables } = await location();
    const killed = startServerProcess({ ...variables, LOG_LEVEL: 'silent' });
    const answer = await sendTo(await killed.url, 'POST', 'user/signup', { body: signUpForm() });
    const { token } = v.parse(sessionUserSchema, answer.body);
    const [, tomorrow] = offeredDates(Date.now(), 'Asia/Jakarta');
    const body = { movieTitle: 'The Kid', showtimeDate: tomorrow, showtimeTime: '20.35', seatNumbers: [12] };
    const held = await sendTo(await killed.url, 'POST', 'holds', { token, body });
    killed.signal('SIGKILL');
    await killed.ended;
    const next = startServerProcess({ ...variables, LOG_LEVEL: 'silent' });
    expect(await sendTo(await next.url, 'GET', 'holds', { token })).toEqual({ status: 200, body: held.body });
    await next.stop();
  });
});
