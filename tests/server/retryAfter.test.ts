import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorEntry } from '#contract/apiErrors.ts';
import { errorCodes, type ErrorCode } from '#contract/problem.ts';
import { countFailedAttempt } from '../../src/server/store/loginAttempts.ts';
import { addDoor, show } from './atTheDoor.ts';
import { expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import type { CallAnswer, Cinema, CinemaOptions } from './openCinema.ts';
import { openFeed } from './openFeed.ts';
import { addPeople, addPerson, heldBy, hold, share, signIn, topUp, withdraw } from './people.ts';

const MINUTE = 60_000;
const LONGEST_SECONDS = 3600;
const FEED = 'booked-seats/The%20Kid/live?showtimeDate=05+Mar&showtimeTime=20.35';

interface Provoked {
  /** Sends a request that is refused with 429. */
  readonly send: () => Promise<CallAnswer>;
  /** Ends what the request waits for. Without it, the request waits for a time. */
  readonly free?: () => Promise<unknown>;
}

interface Limit {
  readonly limit: string;
  /** The code of the refusal. */
  readonly code: ErrorCode;
  /** The status of the request after it has waited. */
  readonly status: number;
  readonly options?: CinemaOptions;
  /** Uses up the limit. */
  readonly provoke: (cinema: Cinema) => Promise<Provoked>;
}

/** Every limit of the API that refuses a request with 429, except that of the passwords that wait (`passwords.test.ts`, `floods.test.ts`). */
const limits: readonly Limit[] = [
  {
    limit: 'sign-ups of one network',
    code: 'too_many_attempts',
    status: 400,
    options: { rateLimits: { signUps: 2 } },
    async provoke(cinema) {
      const send = () => cinema.call('POST', 'user/signup', { body: {} });
      await Promise.all([send(), send()]);
      return { send };
    },
  },
  {
    limit: 'changes by one account',
    code: 'too_many_attempts',
    status: 200,
    options: { rateLimits: { changes: 2 } },
    async provoke(cinema) {
      const person = await addPerson(cinema);
      const send = () => topUp(cinema, person, 1000);
      await Promise.all([send(), send()]);
      return { send };
    },
  },
  {
    limit: 'wrong codes at one door',
    code: 'too_many_attempts',
    status: 200,
    options: { rateLimits: { guesses: 2 } },
    async provoke(cinema) {
      const door = await addDoor(cinema);
      const send = () => show(cinema, door, 'wrong');
      await Promise.all([send(), send()]);
      return { send };
    },
  },
  {
    limit: 'wrong passwords for one account',
    code: 'too_many_attempts',
    status: 201,
    async provoke(cinema) {
      const { username } = await addPerson(cinema);
      const attempt = { at: 'sign-in', username, address: '127.0.0.1' } as const;
      await fail(cinema, 20, () => attempt);
      return { send: () => signIn(cinema, { username }) };
    },
  },
  {
    limit: 'wrong passwords from one address',
    code: 'too_many_attempts',
    status: 201,
    async provoke(cinema) {
      const { username } = await addPerson(cinema);
      await fail(cinema, 120, (count) => ({ at: 'sign-in', username: `nobody-${count}`, address: '127.0.0.1' }));
      return { send: () => signIn(cinema, { username }) };
    },
  },
  {
    limit: 'wrong passwords in one session',
    code: 'too_many_attempts',
    status: 200,
    async provoke(cinema) {
      const person = await addPerson(cinema, { balance: 1000 });
      await fail(cinema, 20, () => ({ at: 'session', token: person.token, address: '127.0.0.1' }));
      return { send: () => withdraw(cinema, person, 1000) };
    },
  },
  {
    limit: 'seat feeds of one address',
    code: 'too_many_attempts',
    status: 200,
    options: { seatFeedLimits: { ofOneAddress: 1 } },
    async provoke(cinema) {
      const url = await cinema.app.listen({ port: 0 });
      const feed = await openFeed(url);
      return {
        async send() {
          const leaving = new AbortController();
          const answer = await fetch(`${url}/api/${FEED}`, { signal: leaving.signal });
          const body: unknown = answer.status === 200 ? undefined : await answer.json();
          leaving.abort();
          return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
        },
        free: async () => feed.close(),
      };
    },
  },
  {
    limit: 'the time of one account to hold seats',
    code: 'too_many_holds',
    status: 201,
    async provoke(cinema) {
      const person = await addPerson(cinema);
      for (const seat of [1, 2]) {
        await heldBy(cinema, person, [seat]);
        cinema.clock.now += 5 * MINUTE;
      }
      return { send: () => hold(cinema, person, { seatNumbers: [3] }) };
    },
  },
  {
    limit: 'the time of one account to share seats',
    code: 'too_many_holds',
    status: 201,
    async provoke(cinema) {
      const person = await addPerson(cinema, { balance: 35_000 });
      for (const seat of [1, 3]) {
        await share(cinema, person, [seat, seat + 1]);
        cinema.clock.now += 15 * MINUTE;
      }
      return { send: () => hold(cinema, person, { seatNumbers: [5, 6], shared: true }) };
    },
  },
  {
    limit: 'a hold while the account shares seats',
    code: 'too_many_holds',
    status: 201,
    async provoke(cinema) {
      const person = await addPerson(cinema, { balance: 35_000 });
      await share(cinema, person, [1, 2]);
      return { send: () => hold(cinema, person, { seatNumbers: [3] }) };
    },
  },
  {
    limit: 'held seats of one network',
    code: 'too_many_holds',
    status: 201,
    options: { holdLimits: { seatsOfNetwork: 3 } },
    async provoke(cinema) {
      const [first, second, third] = await addPeople(cinema, 3);
      if (first === undefined || second === undefined || third === undefined) throw new Error('No users were added');
      await heldBy(cinema, first, [1, 2]);
      cinema.clock.now += MINUTE;
      await heldBy(cinema, second, [3]);
      return { send: () => hold(cinema, third, { seatNumbers: [4, 5] }) };
    },
  },
  {
    limit: 'the time of one seat',
    code: 'too_many_holds',
    status: 201,
    async provoke(cinema) {
      const people = await addPeople(cinema, 3);
      for (const person of people) {
        await heldBy(cinema, person, [12]);
        cinema.clock.now += 5 * MINUTE;
      }
      const last = await addPerson(cinema);
      return { send: () => hold(cinema, last, { seatNumbers: [12] }) };
    },
  },
];

/** Records failed attempts without hashing a password. */
async function fail(
  { db, clock }: Cinema,
  times: number,
  attemptOf: (count: number) => Parameters<typeof countFailedAttempt>[1]['attempt'],
): Promise<void> {
  for (let count = 0; count < times; count += 1)
    await countFailedAttempt(db, { attempt: attemptOf(count), known: false, now: clock.now });
}

describeOnAnyEngine(
  'reliability 67: Retry-After is at most an hour, and after it the same request is not refused again',
  ({ open }) => {
    // The limits of requests a minute use Date, all others the clock of the server.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
    afterEach(() => void vi.useRealTimers());

    test.each(limits)('$limit', async ({ code, status, options, provoke }) => {
      const cinema = await open(options);
      const { send, free } = await provoke(cinema);
      // The time that is left is then not a whole number of seconds.
      cinema.clock.now += 1;
      vi.setSystemTime(Date.now() + 1);
      const refused = await send();
      expect(refused.status).toBe(429);
      const { retryAfter = 0 } = expectProblem(refused, code);
      expect(refused.headers['retry-after']).toBe(String(retryAfter));
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(LONGEST_SECONDS);
      if (free === undefined) {
        cinema.clock.now += retryAfter * 1000;
        vi.setSystemTime(Date.now() + retryAfter * 1000);
        expect((await send()).status).toBe(status);
      } else {
        await free();
        // The server notices the end of a feed a little later.
        await vi.waitUntil(async () => (await send()).status === status);
      }
    });
  },
);

test('reliability 67: each code of a 429 has a limit in this list', () => {
  const codes = errorCodes.filter((code) => errorEntry(code).status === 429);
  expect([...new Set(limits.map(({ code }) => code))].toSorted()).toEqual(codes.toSorted());
});
