import { expect, test } from 'vitest';
import * as v from 'valibot';
import { holdSchema } from '#contract/hold.ts';
import { problemSchema } from '#contract/problem.ts';
import { sessionUserSchema } from '#contract/user.ts';
import { offeredDates } from '#domain/calendar.ts';
import { SEATS_IN_HALL } from '#domain/seats.ts';
import { HOLD_DURATION } from '#domain/timings.ts';
import { rounds } from '../rounds.ts';
import { dump } from './books.ts';
import { holdOneSeat, mixHoldsAndPurchases, raceHoldsAndPurchases } from './contests.ts';
import { expectApiError } from './expectApiError.ts';
import { describeOnAnyEngine, describeOnBothEngines } from './onBothEngines.ts';
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
  share,
  signUpForm,
  heldSeats,
} from './people.ts';
import { sendTo } from './sendTo.ts';
import { startServerProcess } from './startServerProcess.ts';
import { tooYoung } from '#messages/hallFailures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NO_LIMITS = { unbackedSeats: SEATS_IN_HALL, seatsOfNetwork: SEATS_IN_HALL };

const twoBuyers = async (cinema: Cinema) => {
  const [ana, budi] = await addPeople(cinema, 2, { balance: 500_000 });
  if (ana === undefined || budi === undefined) throw new Error('No users were added');
  return { ana, budi };
};

describeOnAnyEngine('section 7: holding seats', ({ test, open }) => {
  test('holds them for five minutes and shows them to everybody as held', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    const held = await heldBy(cinema, ana, [13, 12]);
    expect(held).toEqual({
      id: expect.any(String),
      movieTitle: 'The Kid',
      showtimeDate: '05 Mar',
      showtimeTime: '20.35',
      seatNumbers: [12, 13],
      expiresAt: new Date(cinema.clock.now + 5 * MINUTE).toISOString(),
    });
    expect(await heldSeats(cinema)).toEqual([12, 13]);
    expect(await findHold(cinema, ana)).toEqual(held);
    cinema.clock.now += 5 * MINUTE;
    expect(await heldSeats(cinema)).toEqual([]);
    expect(await findHold(cinema, ana)).toBeUndefined();
    const { expiresAt } = await heldBy(cinema, ana, [12, 13]);
    expect(Date.parse(expiresAt), 'the same seats again').toBe(cinema.clock.now + HOLD_DURATION);
  });

  test('the seat feed sends held seats, and sends the seats again when the hold ends by itself', async () => {
    const cinema = await open({ seatFeedLimits: { pollMilliseconds: 20 } });
    const { ana } = await twoBuyers(cinema);
    const feed = await openFeed(await cinema.app.listen({ port: 0 }));
    expect(await feed.nextEvent()).toEqual({ seatNumbers: [] });
    await heldBy(cinema, ana, [12]);
    expect(await feed.nextEvent()).toMatchObject({ seatNumbers: [], holds: [{ seatNumbers: [12] }] });
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
    expect(await findHold(cinema, ana)).toBeUndefined();
    await buy(cinema, budi, { seatNumbers: [13] });
  });

  test('a new hold replaces the previous one; the same seats again keep their time', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    const first = await heldBy(cinema, ana, [12, 13]);
    cinema.clock.now += MINUTE;
    expect(await heldBy(cinema, ana, [12, 13])).toEqual(first);
    const second = await heldBy(cinema, ana, [13, 14]);
    expect(second.expiresAt).toBe(new Date(cinema.clock.now + 5 * MINUTE).toISOString());
    expect(await heldSeats(cinema)).toEqual([13, 14]);
    await heldBy(cinema, budi, [12]);
  });

  test('the same seats of another screening are a new hold', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    for (const changes of [{ showtimeTime: '17.15' }, { showtimeDate: '06 Mar' }, { movieTitle: 'Nosferatu' }]) {
      await heldBy(cinema, ana, [12]);
      const { body } = await hold(cinema, ana, changes);
      expect(body).toMatchObject({ ...changes, seatNumbers: [12] });
      expect(await heldSeats(cinema)).toEqual([]);
    }
  });

  test('is refused if the user could not buy the seats', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    const child = await addPerson(cinema, { age: 13 });
    await buy(cinema, budi, { seatNumbers: [12] });
    const refusals = [
      ['seat_taken', () => hold(cinema, ana, { seatNumbers: [12] })],
      ['movie_not_found', () => hold(cinema, ana, { movieTitle: 'Nothing' })],
      ['movie_not_found', () => hold(cinema, ana, { movieTitle: 'Nothing\0' })],
      ['too_young', () => hold(cinema, child, { movieTitle: 'Nosferatu' })],
      ['invalid_request', () => hold(cinema, ana, { showtimeDate: '31 Dec' })],
      ['invalid_request', () => hold(cinema, ana, { seatNumbers: [1, 2, 3, 4, 5, 6, 7] })],
      ['unauthenticated', () => hold(cinema, { ...ana, token: 'unknown' })],
    ] as const;
    for (const [code, call] of refusals) await expectApiError(cinema, code, call);
    const problem = await expectApiError(cinema, 'too_young', () => hold(cinema, child, { movieTitle: 'Nosferatu' }));
    expect(problem).toMatchObject({ message: tooYoung(13), age: 13, ageRating: 13 });
    cinema.clock.now = Date.parse('2026-03-05T20:25:00+07:00');
    await expectApiError(cinema, 'showtime_closed', () => hold(cinema, ana));
  });
});

describeOnAnyEngine('reliability 62: holds near the end of sales', ({ test }) => {
  const SALES_END = Date.parse('2026-03-05T20:25:00+07:00');

  test.for([{}, { seatNumbers: [12, 13], shared: true }])(
    'end with sales, and none begins in the last minute: %j',
    async (changes, { cinema }) => {
      const { ana, budi } = await twoBuyers(cinema);
      cinema.clock.now = SALES_END - MINUTE - 1;
      expect((await hold(cinema, ana, changes)).body).toMatchObject({ expiresAt: new Date(SALES_END).toISOString() });
      cinema.clock.now += 1;
      const { message } = await expectApiError(cinema, 'sales_ending', () =>
        hold(cinema, budi, { ...changes, seatNumbers: [1, 2] }),
      );
      expect(message).toBe('Sales for this showtime end in less than a minute. You can still buy free seats.');
      await buy(cinema, budi, { seatNumbers: [1, 2] });
      cinema.clock.now = SALES_END;
      await expectApiError(cinema, 'showtime_closed', () => hold(cinema, budi, changes));
    },
  );
});

describeOnAnyEngine('reliability 65: a request that names a hold changes no other one', ({ test }) => {
  test('a hold has an id, and a new one replaces the hold that it names', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    const first = await heldBy(cinema, ana, [12]);
    const second = await heldBy(cinema, ana, [13], { replaces: first.id });
    expect(second.id).not.toBe(first.id);
    expect(await findHold(cinema, ana)).toEqual(second);
    expect((await releaseHold(cinema, ana, { id: second.id })).status).toBe(204);
    expect(await findHold(cinema, ana)).toBeUndefined();
  });

  test('an older request that arrives late neither replaces nor releases the newer hold', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    const first = await heldBy(cinema, ana, [12]);
    const second = await heldBy(cinema, ana, [13], { replaces: first.id });
    const late = () => hold(cinema, ana, { seatNumbers: [14], replaces: first.id });
    const { message } = await expectApiError(cinema, 'hold_changed', late);
    expect(message).toBe('You hold other seats by now');
    await expectApiError(cinema, 'hold_changed', () => releaseHold(cinema, ana, { id: first.id }));
    expect(await findHold(cinema, ana)).toEqual(second);
  });

  test('is refused for an unknown id, and for the id of the hold of another user or its start', async ({ cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    const other = await heldBy(cinema, budi, [20]);
    for (const isHolding of [false, true]) {
      if (isHolding) await heldBy(cinema, ana, [12]);
      for (const id of ['unknown', '', '\0', other.id, other.id.slice(0, 8)]) {
        const replace = () => hold(cinema, ana, { seatNumbers: [13], replaces: id });
        await expectApiError(cinema, 'hold_changed', replace);
        await expectApiError(cinema, 'hold_changed', () => releaseHold(cinema, ana, { id }));
      }
    }
  });

  test('releasing a hold that has ended succeeds, and replacing it is refused', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    const { id } = await heldBy(cinema, ana, [12]);
    cinema.clock.now += HOLD_DURATION;
    expect((await releaseHold(cinema, ana, { id })).status).toBe(204);
    const replace = () => hold(cinema, ana, { seatNumbers: [13], replaces: id });
    await expectApiError(cinema, 'hold_changed', replace);
  });

  test('only a request for shared seats ends them', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    const { id } = await share(cinema, ana, [12, 13]);
    await expectApiError(cinema, 'hold_changed', () => releaseHold(cinema, ana, { id }));
    expect((await releaseHold(cinema, ana, { id, shared: true })).status).toBe(204);
    expect(await findHold(cinema, ana)).toBeUndefined();
  });
});

describeOnAnyEngine('reliability 66: after the clock was wrong', ({ test }) => {
  test.for([1, 2])('a hold that was made %i hours in the future counts as expired', async (hours, { cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    cinema.clock.now += hours * HOUR;
    const { id } = await heldBy(cinema, ana, [12, 13]);
    cinema.clock.now -= hours * HOUR;
    expect(await findHold(cinema, ana)).toBeUndefined();
    expect(await heldSeats(cinema)).toEqual([]);
    await expectApiError(cinema, 'hold_changed', () => hold(cinema, ana, { seatNumbers: [14], replaces: id }));
    await buy(cinema, budi, { seatNumbers: [12] });
    await heldBy(cinema, budi, [13]);
    const { expiresAt } = await heldBy(cinema, ana, [14]);
    expect(Date.parse(expiresAt) - cinema.clock.now).toBe(HOLD_DURATION);
  });

  test.for([1, 2])('seats that were shared %i hours in the future are free', async (hours, { cinema }) => {
    const { ana, budi } = await twoBuyers(cinema);
    cinema.clock.now += hours * HOUR;
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    cinema.clock.now -= hours * HOUR;
    expect(await heldSeats(cinema)).toEqual([]);
    expect((await buy(cinema, budi, { seatNumbers: [12], shareCode: code })).shareCode).toBeUndefined();
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

  test('no hold is refused for longer than an hour, in whichever direction the clock jumped', async ({ cinema }) => {
    const { ana } = await twoBuyers(cinema);
    const seats = Array.from({ length: 40 }, (_, index) => index + 1);
    for (const jump of [HOUR, -HOUR, 2 * HOUR, -2 * HOUR, -HOUR, HOUR]) {
      for (let count = 0; count < 2; count += 1) {
        await hold(cinema, ana, { seatNumbers: seats.splice(0, 1) });
        cinema.clock.now += HOLD_DURATION;
      }
      cinema.clock.now += jump;
      const seatNumbers = seats.splice(0, 1);
      const { status, body } = await hold(cinema, ana, { seatNumbers });
      if (status === 429) {
        const { retryAfter = 0 } = v.parse(problemSchema, body);
        expect(retryAfter).toBeLessThanOrEqual(3600);
        cinema.clock.now += retryAfter * 1000;
        await heldBy(cinema, ana, seatNumbers);
      } else expect(status).toBe(201);
    }
  });
});

describeOnAnyEngine('reliability 62: a request for the seats that the user already holds', ({ test, open }) => {
  test('stores nothing, not even its key, however often it is sent', async () => {
    const cinema = await open({ rateLimits: { changes: 1_000_000 } });
    const { ana } = await twoBuyers(cinema);
    const first = await hold(cinema, ana, {}, { key: 'first' });
    const before = await dump(cinema);
    for (let count = 0; count < rounds(20, 2000); count += 1) {
      const again = await hold(cinema, ana, {}, { key: `key-${count}` });
      expect([again.status, again.body]).toEqual([201, first.body]);
    }
    expect(await dump(cinema)).toEqual(before);
  });

  test('gets the earlier response to its key, or a conflict if the key belongs to another request', async ({
    cinema,
  }) => {
    const { ana } = await twoBuyers(cinema);
    const first = await hold(cinema, ana, { seatNumbers: [12] }, { key: 'k' });
    const again = await hold(cinema, ana, { seatNumbers: [12] }, { key: 'k' });
    expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
    await hold(cinema, ana, { seatNumbers: [13] }, { key: 'another' });
    // This request changes nothing, because the user holds seat 13.
    const other = () => hold(cinema, ana, { seatNumbers: [13] }, { key: 'k' });
    await expectApiError(cinema, 'idempotency_conflict', other);
  });
});

describeOnBothEngines('reliability 62: a held seat belongs to its holder', ({ test, open }) => {
  test('of 20 users who hold one seat at the same time, one succeeds', async ({ cinema }) => {
    expect(await holdOneSeat(cinema)).toEqual({ 201: 1, 409: 19 });
  });

  test('of a hold and a purchase of one seat at the same time, one succeeds', async () => {
    const cinema = await open({ holdLimits: NO_LIMITS });
    expect(await raceHoldsAndPurchases(cinema)).toEqual({ both: 0, neither: 0 });
  });

  test('ten simultaneous holds of one user leave the seats of one', async ({ cinema }) => {
    const ana = await addPerson(cinema);
    const seats = Array.from({ length: 10 }, (_, index) => index + 1);
    const answers = await Promise.all(seats.map((seat) => hold(cinema, ana, { seatNumbers: [seat] })));
    expect(countByStatus(answers)).toEqual({ 201: 10 });
    const { seatNumbers } = v.parse(holdSchema, await findHold(cinema, ana));
    expect(await heldSeats(cinema)).toEqual(seatNumbers);
  });

  test.each(rounds([], [1000]))(
    'in %i random holds, purchases and releases, no seat is sold or held against another hold',
    async (count) => {
      const cinema = await open({ holdLimits: NO_LIMITS });
      expect(await mixHoldsAndPurchases(cinema, count)).toEqual([]);
    },
  );
});

describeOnAnyEngine('reliability 62: a server that is killed', ({ location }) => {
  test('has lost no acknowledged hold at its next start', async () => {
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
    const query = new URLSearchParams({ showtimeDate: tomorrow ?? '', showtimeTime: '20.35' });
    const seats = await sendTo(await next.url, 'GET', `booked-seats/The%20Kid?${query.toString()}`);
    const { expiresAt } = v.parse(holdSchema, held.body);
    expect(seats.body).toMatchObject([{ holds: [{ seatNumbers: [12], expiresAt }] }]);
    await next.stop();
  });
});
