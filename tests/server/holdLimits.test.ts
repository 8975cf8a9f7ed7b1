import { expect } from 'vitest';
import { SHARED_HOLD_DURATION } from '#domain/timings.ts';
import { countHeldSeats } from '../../src/server/store/holdLimits.ts';
import { expectApiError } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import {
  addPeople,
  addPerson,
  buy,
  cancel,
  findHold,
  heldBy,
  hold,
  releaseHold,
  share,
  heldSeats,
  topUp,
  withdraw,
  type Person,
} from './people.ts';

const MINUTE = 60_000;

/** Two users with a balance of Rp.500.000. */
async function twoUsers(cinema: Cinema): Promise<[Person, Person]> {
  const options = { balance: 500_000 };
  return [await addPerson(cinema, options), await addPerson(cinema, options)];
}

/** Holds seats for some minutes and releases them. */
async function holdFor(cinema: Cinema, person: Person, minutes: number, seatNumbers: readonly number[]) {
  await heldBy(cinema, person, seatNumbers);
  cinema.clock.now += minutes * MINUTE;
  await releaseHold(cinema, person);
}

/** Holds seats and returns for how many minutes. */
async function minutesOfHold(cinema: Cinema, person: Person, seatNumbers: readonly number[]): Promise<number> {
  const { expiresAt } = await heldBy(cinema, person, seatNumbers);
  return (Date.parse(expiresAt) - cinema.clock.now) / MINUTE;
}

describeOnAnyEngine('reliability 64: an account holds seats for ten minutes an hour', ({ test }) => {
  test('the last hold is shortened to the time that is left, and then seats can only be bought', async ({ cinema }) => {
    const [ana] = await twoUsers(cinema);
    expect(await minutesOfHold(cinema, ana, [1])).toBe(5);
    cinema.clock.now += 4 * MINUTE;
    expect(await minutesOfHold(cinema, ana, [2])).toBe(5);
    cinema.clock.now += 4 * MINUTE;
    expect(await minutesOfHold(cinema, ana, [3])).toBe(2);
    cinema.clock.now += 2 * MINUTE;
    const { reason, retryAfter } = await expectApiError(cinema, 'too_many_holds', () => hold(cinema, ana));
    expect(reason).toBe('account');
    // The first hold ended six minutes ago. Its four minutes return an hour after its end.
    expect(retryAfter).toBe(54 * 60);
    await buy(cinema, ana);
    cinema.clock.now += 54 * MINUTE;
    expect(await minutesOfHold(cinema, ana, [4])).toBe(4);
  });

  test('a released hold counts for the time that it lasted, an expired one for its whole time', async ({ cinema }) => {
    const [ana] = await twoUsers(cinema);
    await holdFor(cinema, ana, 4, [1]);
    await holdFor(cinema, ana, 20, [2]);
    expect(await minutesOfHold(cinema, ana, [3])).toBe(1);
  });

  test('a hold does not count if all of its seats were bought', async ({ cinema }) => {
    const [ana] = await twoUsers(cinema);
    await holdFor(cinema, ana, 5, [1]);
    await heldBy(cinema, ana, [12, 13]);
    cinema.clock.now += 4.5 * MINUTE;
    await buy(cinema, ana, { seatNumbers: [12, 13] });
    expect(await minutesOfHold(cinema, ana, [20])).toBe(5);
  });

  test('a hold counts if one of its seats was not bought', async ({ cinema }) => {
    const [ana] = await twoUsers(cinema);
    await holdFor(cinema, ana, 5, [20]);
    await heldBy(cinema, ana, [1, 2, 3, 4, 5, 6]);
    cinema.clock.now += 4.5 * MINUTE;
    await buy(cinema, ana, { seatNumbers: [1, 7] });
    expect(await minutesOfHold(cinema, ana, [21])).toBe(0.5);
  });

  test('a hold counts again after the ticket for its seats was cancelled', async ({ cinema }) => {
    const [ana] = await twoUsers(cinema);
    await holdFor(cinema, ana, 5, [20]);
    await heldBy(cinema, ana, [1, 2, 3, 4, 5, 6]);
    cinema.clock.now += 4.5 * MINUTE;
    const { id } = await buy(cinema, ana, { seatNumbers: [1, 2, 3, 4, 5, 6] });
    expect((await cancel(cinema, ana, id)).status).toBe(200);
    expect(await minutesOfHold(cinema, ana, [1, 2, 3, 4, 5, 6])).toBe(0.5);
  });

  test('a hold counts if its seats were bought only after it had expired', async ({ cinema }) => {
    const [ana] = await twoUsers(cinema);
    await holdFor(cinema, ana, 5, [1]);
    await heldBy(cinema, ana, [12]);
    cinema.clock.now += 5 * MINUTE;
    await buy(cinema, ana, { seatNumbers: [12] });
    await expectApiError(cinema, 'too_many_holds', () => hold(cinema, ana, { seatNumbers: [20] }));
  });
});

describeOnAnyEngine('reliability 64: a shared hold', ({ test }) => {
  test('lasts for at most thirty minutes an hour; ordinary holds have a time of their own', async ({ cinema }) => {
    const [ana] = await twoUsers(cinema);
    for (const seats of [
      [12, 13],
      [14, 15],
    ]) {
      await share(cinema, ana, seats);
      cinema.clock.now += SHARED_HOLD_DURATION;
    }
    const again = { seatNumbers: [16, 17], shared: true };
    const { reason, retryAfter } = await expectApiError(cinema, 'too_many_holds', () => hold(cinema, ana, again));
    expect(reason).toBe('sharing');
    expect(retryAfter).toBe(45 * 60);
    const { expiresAt } = await heldBy(cinema, ana, [16]);
    expect(Date.parse(expiresAt) - cinema.clock.now).toBe(5 * MINUTE);
  });

  test('does not count towards these thirty minutes if all of its seats were bought', async ({ cinema }) => {
    const [ana, budi] = await twoUsers(cinema);
    const { shareCode: code } = await share(cinema, ana, [12, 13]);
    cinema.clock.now += 14 * MINUTE;
    await buy(cinema, ana, { seatNumbers: [12] });
    await buy(cinema, budi, { seatNumbers: [13], shareCode: code });
    for (const seats of [
      [14, 15],
      [16, 17],
    ]) {
      const { expiresAt } = await share(cinema, ana, seats);
      expect(Date.parse(expiresAt) - cinema.clock.now).toBe(15 * MINUTE);
      cinema.clock.now += SHARED_HOLD_DURATION;
    }
  });
});

/** Holds seats 1 to `count` of tonight's showtime for several users, six for each. */
async function holdSixEach(cinema: Cinema, people: readonly Person[], count: number): Promise<void> {
  for (const [index, person] of people.entries()) {
    const seats = Array.from({ length: 6 }, (_, seat) => 6 * index + seat + 1).filter((seat) => seat <= count);
    if (seats.length > 0) await heldBy(cinema, person, seats);
  }
}

describeOnAnyEngine('reliability 64: users without the money hold at most 16 seats of a showtime', ({ test, open }) => {
  test('another user without the money is told how much is missing; a user with the money can still hold', async ({
    cinema,
  }) => {
    await holdSixEach(cinema, await addPeople(cinema, 3), 16);
    const [poor, rich] = [await addPerson(cinema, { balance: 40_000 }), await addPerson(cinema, { balance: 70_000 })];
    const wish = { seatNumbers: [20, 21] };
    expect(await expectApiError(cinema, 'balance_required', () => hold(cinema, poor, wish))).toEqual({
      status: 409,
      code: 'balance_required',
      message: 'Top up your balance first, so that we can keep these seats for you.',
      balance: 40_000,
      total: 70_000,
      shortfall: 30_000,
    });
    await heldBy(cinema, rich, [30, 31]);
    await buy(cinema, poor, { seatNumbers: [22] });
    await topUp(cinema, poor, 65_000);
    await heldBy(cinema, poor, [20, 21]);
  });

  test('a replaced hold, an ended hold and a hold of another showtime do not count', async ({ cinema }) => {
    const [first, ...others] = await addPeople(cinema, 3);
    if (first === undefined) throw new Error('No user was added');
    await holdSixEach(cinema, [first, ...others], 16);
    const poor = await addPerson(cinema);
    await heldBy(cinema, first, [20, 21, 22, 23, 24, 25]);
    await heldBy(cinema, poor, [1], { showtimeTime: '17.15' });
    await expectApiError(cinema, 'balance_required', () => hold(cinema, poor, { seatNumbers: [1] }));
    await releaseHold(cinema, first);
    await heldBy(cinema, poor, [1]);
  });

  test('a withdrawal ends a hold that the balance no longer covers, if the limit is exceeded then', async () => {
    for (const unbackedSeats of [4, 3]) {
      const cinema = await open({ holdLimits: { unbackedSeats } });
      const [rich, poor] = [await addPerson(cinema, { balance: 100_000 }), await addPerson(cinema)];
      await heldBy(cinema, rich, [1, 2]);
      await heldBy(cinema, poor, [3, 4]);
      await withdraw(cinema, rich, 30_000);
      expect(await heldSeats(cinema), 'with a balance for both seats').toEqual([1, 2, 3, 4]);
      await withdraw(cinema, rich, 1000);
      const kept = unbackedSeats === 4 ? [1, 2, 3, 4] : [3, 4];
      expect(await heldSeats(cinema), `with a limit of ${unbackedSeats}`).toEqual(kept);
      expect((await findHold(cinema, rich)) !== undefined).toBe(unbackedSeats === 4);
    }
  });

  test('a user needs the money for one seat to share any', async ({ cinema }) => {
    const ana = await addPerson(cinema, { balance: 34_999 });
    const sharing = () => hold(cinema, ana, { seatNumbers: [12, 13], shared: true });
    const problem = await expectApiError(cinema, 'balance_required', sharing);
    expect(problem).toMatchObject({ balance: 34_999, total: 35_000, shortfall: 1 });
    await topUp(cinema, ana, 1);
    await share(cinema, ana, [12, 13]);
  });
});

describeOnAnyEngine('reliability 64: a hold that grows or loses its cover', ({ test, open }) => {
  test('gets back from a cancelled ticket only as many shared seats as may be held without a balance', async () => {
    const cinema = await open({ holdLimits: { unbackedSeats: 4 } });
    const [ana, budi] = await addPeople(cinema, 2, { balance: 35_000 });
    const friend = await addPerson(cinema, { balance: 500_000 });
    const tickets: string[] = [];
    for (const [person, seatNumbers] of [[ana, [1, 2, 3]] as const, [budi, [11, 12, 13]] as const]) {
      if (person === undefined) throw new Error('No users were added');
      const { shareCode } = await share(cinema, person, seatNumbers);
      tickets.push((await buy(cinema, friend, { seatNumbers: [...seatNumbers], shareCode })).id);
    }
    for (const id of tickets) expect((await cancel(cinema, friend, id)).status).toBe(200);
    expect(await heldSeats(cinema)).toEqual([1, 2, 3, 11]);
  });

  test('gets back from a cancelled ticket only as many shared seats as its network may hold', async () => {
    const cinema = await open({ holdLimits: { seatsOfNetwork: 4 } });
    const [ana, budi] = await addPeople(cinema, 2, { balance: 500_000 });
    if (ana === undefined || budi === undefined) throw new Error('No users were added');
    const { shareCode } = await share(cinema, ana, [1, 2, 3]);
    const { id } = await buy(cinema, budi, { seatNumbers: [1, 2, 3], shareCode });
    await heldBy(cinema, budi, [11, 12]);
    expect((await cancel(cinema, budi, id)).body).toEqual({
      message: 'Ticket cancelled, but some of its seats are free for everyone',
      freedSeatNumbers: [3],
    });
    expect(await heldSeats(cinema)).toEqual([1, 2, 11, 12]);
  });

  test('keeps its code when the user asks for it with the seats that are left', async () => {
    const cinema = await open({ holdLimits: { seatsOfNetwork: 4 } });
    const [ana, budi] = await addPeople(cinema, 2, { balance: 500_000 });
    if (ana === undefined || budi === undefined) throw new Error('No users were added');
    const shared = await share(cinema, ana, [1, 2, 3]);
    const { id } = await buy(cinema, budi, { seatNumbers: [3], shareCode: shared.shareCode });
    await heldBy(cinema, budi, [11, 12]);
    await cancel(cinema, budi, id);
    expect(await heldBy(cinema, ana, [1, 2], { shared: true, replaces: shared.id.slice(0, 8) })).toEqual(shared);
  });

  test('ends when its user spends the balance on other seats and too many seats have none', async () => {
    const cinema = await open({ holdLimits: { unbackedSeats: 4 } });
    const [rich, poor] = [await addPerson(cinema, { balance: 105_000 }), await addPerson(cinema)];
    await heldBy(cinema, rich, [1, 2, 3]);
    await heldBy(cinema, poor, [11, 12]);
    await buy(cinema, rich, { seatNumbers: [20], showtimeTime: '17.15' });
    expect(await countHeldSeats(cinema.db, { now: cinema.clock.now })).toEqual({ backed: 0, unbacked: 2 });
  });
});

describeOnAnyEngine('reliability 64: one network holds at most 24 seats of a showtime', ({ test }) => {
  test.for([
    { home: '192.0.2.1', neighbour: '192.0.2.1', elsewhere: '192.0.2.2' },
    { home: '2001:db8:0:1::1', neighbour: '2001:db8:0:1:ffff::2', elsewhere: '2001:db8:0:2::1' },
  ])(
    'a network is an IPv4 address or a /64 of IPv6, and can hold again when a hold ends: %j',
    async (addresses, { cinema }) => {
      const { home, neighbour, elsewhere } = addresses;
      const [first, ...others] = await addPeople(cinema, 6, { balance: 500_000 });
      const last = others.pop();
      if (first === undefined || last === undefined) throw new Error('No users were added');
      for (const [index, person] of [first, ...others.slice(0, 3)].entries()) {
        const seatNumbers = Array.from({ length: 6 }, (_, seat) => 6 * index + seat + 1);
        expect((await hold(cinema, person, { seatNumbers }, { address: home })).status).toBe(201);
        cinema.clock.now += 10_000;
      }
      const wish = { seatNumbers: [30] };
      const { reason, retryAfter } = await expectApiError(cinema, 'too_many_holds', () =>
        hold(cinema, last, wish, { address: neighbour }),
      );
      expect(reason).toBe('network');
      expect(retryAfter, 'the first hold ends').toBe(260);
      const again = { seatNumbers: [1, 2, 3, 4, 5, 31] };
      expect((await hold(cinema, first, again, { address: home })).status, 'the same number of seats').toBe(201);
      for (const [changes, address] of [
        [{ ...wish, showtimeTime: '17.15' }, home],
        [wish, elsewhere],
      ] as const)
        expect((await hold(cinema, last, changes, { address })).status).toBe(201);
    },
  );

  test('a /48 of IPv6 holds at most half the hall, however many networks it has', async ({ cinema }) => {
    const people = await addPeople(cinema, 7, { balance: 500_000 });
    const statuses: number[] = [];
    for (const [index, person] of people.entries()) {
      const seatNumbers = Array.from({ length: 6 }, (_, seat) => 6 * index + seat + 1);
      const address = `2001:db8:0:${index}::1`;
      statuses.push((await hold(cinema, person, { seatNumbers }, { address })).status);
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    const [first, , , , , , last] = people;
    if (first === undefined || last === undefined) throw new Error('No users were added');
    const wish = { seatNumbers: [41, 42, 43] };
    const near = { address: '2001:db8:0:6::1' };
    expect((await hold(cinema, last, wish, { address: '2001:db8:1::1' })).status, 'another /48').toBe(201);
    await releaseHold(cinema, last);
    await releaseHold(cinema, first);
    expect((await hold(cinema, last, wish, near)).status, 'after a hold has ended').toBe(201);
  });
});

describeOnAnyEngine('reliability 64: a seat is held for at most 15 minutes in any 45', ({ test }) => {
  test('the holds of all users count, and after that the seat can only be bought', async ({ cinema }) => {
    const people = await addPeople(cinema, 4, { balance: 500_000 });
    const last = people.pop();
    if (last === undefined) throw new Error('No users were added');
    for (const person of people) {
      await heldBy(cinema, person, [12, 13]);
      cinema.clock.now += 5 * MINUTE;
    }
    const wish = { seatNumbers: [12, 14] };
    const { reason, seatNumbers, retryAfter } = await expectApiError(cinema, 'too_many_holds', () =>
      hold(cinema, last, wish),
    );
    expect([reason, seatNumbers]).toEqual(['seats', [12]]);
    // The first hold ended ten minutes ago.
    expect(retryAfter).toBe(35 * 60);
    await buy(cinema, last, { seatNumbers: [13, 14] });
    cinema.clock.now += 35 * MINUTE;
    await heldBy(cinema, last, [12]);
  });

  test('the last hold is shortened, also for its other seats', async ({ cinema }) => {
    const people = await addPeople(cinema, 3, { balance: 500_000 });
    const last = await addPerson(cinema, { balance: 500_000 });
    for (const [index, person] of people.entries()) {
      await heldBy(cinema, person, [12]);
      cinema.clock.now += (index === 0 ? 3 : 5) * MINUTE;
      await releaseHold(cinema, person);
    }
    const { expiresAt } = await heldBy(cinema, last, [11, 12]);
    expect(Date.parse(expiresAt) - cinema.clock.now).toBe(2 * MINUTE);
  });

  test('holds of another showtime do not count', async ({ cinema }) => {
    const people = await addPeople(cinema, 3, { balance: 500_000 });
    for (const person of people) {
      await heldBy(cinema, person, [12], { showtimeTime: '17.15' });
      cinema.clock.now += 5 * MINUTE;
    }
    await heldBy(cinema, await addPerson(cinema), [12]);
  });

  test('the time of a hold counts after its ticket was cancelled', async ({ cinema }) => {
    const [ana, budi] = await twoUsers(cinema);
    await share(cinema, ana, [12, 13]);
    cinema.clock.now += 15 * MINUTE - 1;
    const { id } = await buy(cinema, ana, { seatNumbers: [12] });
    cinema.clock.now += 1;
    await cancel(cinema, ana, id);
    await expectApiError(cinema, 'too_many_holds', () => hold(cinema, budi, { seatNumbers: [12] }));
  });
});
