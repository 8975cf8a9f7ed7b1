import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bookedSeatsListSchema } from '#contract/bookedSeats.ts';
import { holdSchema } from '#contract/hold.ts';
import { sessionUserSchema } from '#contract/user.ts';
import { offeredDates } from '#domain/calendar.ts';
import { openDatabaseClock, readDatabaseTime } from '../../src/server/db/databaseClock.ts';
import { describeOnPostgres, describeOnSqlite } from './onBothEngines.ts';
import { booking, signUpForm } from './people.ts';
import { onPostgres } from './postgresDatabases.ts';
import { sendTo } from './sendTo.ts';
import { startServerProcess } from './startServerProcess.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How far the clock of the database may be from that of the test, in milliseconds, on a busy machine. */
const TOLERANCE = 2000;
const WAIT = { timeout: 30_000, interval: 20 };

/** Variables that shift the clock of a process. */
function withClockShifted(milliseconds: number) {
  const program = `const now = Date.now; Date.now = () => now() + ${milliseconds};`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
}

async function signUpAt(url: string, username: string): Promise<string> {
  const { body } = await sendTo(url, 'POST', 'user/signup', { body: signUpForm({ username }) });
  return v.parse(sessionUserSchema, body).token;
}

/** Starts a server whose clock is right and one whose clock is ten minutes fast, and holds a seat at the first. */
async function holdBesideFastServer(variables: Readonly<Record<string, string>>) {
  const servers = [0, 10 * MINUTE].map((shift) =>
    startServerProcess({ ...variables, ...withClockShifted(shift), LOG_LEVEL: 'silent' }),
  );
  const [right = '', fast = ''] = await Promise.all(servers.map(({ url }) => url));
  const [ana, budi] = [await signUpAt(right, 'ana.wong'), await signUpAt(fast, 'budi.wong')];
  await sendTo(right, 'POST', 'user/balance', { token: budi, body: { amount: 1_000_000 } });
  const body = booking({ showtimeDate: offeredDates(Date.now(), 'Asia/Jakarta')[1] });
  const { movieTitle, showtimeDate, showtimeTime, seatNumbers } = body;
  const wish = { movieTitle, showtimeDate, showtimeTime, seatNumbers };
  const held = await sendTo(right, 'POST', 'holds', { token: ana, body: wish });
  const query = new URLSearchParams({ showtimeDate: showtimeDate ?? '', showtimeTime });
  const seats = await sendTo(fast, 'GET', `booked-seats/${encodeURIComponent(movieTitle)}?${query.toString()}`);
  const bought = await sendTo(fast, 'POST', 'user/tickets', { token: budi, body });
  for (const { stop } of servers) await stop();
  const [hall] = v.parse(bookedSeatsListSchema, seats.body);
  return { held: v.parse(holdSchema, held.body), reported: hall?.holds, bought };
}

describeOnPostgres('reliability 66: the clock of the database', ({ test, location }) => {
  test('decides for two servers whose own clocks differ by ten minutes, so that they agree on a hold', async () => {
    const { held, reported, bought } = await holdBesideFastServer((await location()).variables);
    expect(reported).toMatchObject([{ seatNumbers: held.seatNumbers, expiresAt: held.expiresAt }]);
    expect(bought).toMatchObject({ status: 409, body: { code: 'seat_held', expiresAt: held.expiresAt } });
  });

  test('has the time of PostgreSQL, whatever the clock of the server says', async ({ cinema }) => {
    const before = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: before + HOUR });
    onTestFinished(() => void vi.useRealTimers());
    const clock = await openDatabaseClock(cinema);
    onTestFinished(clock.stop);
    for (const time of [clock.now(), await readDatabaseTime(cinema)]) {
      expect(Math.abs(time - before)).toBeLessThan(TOLERANCE);
      expect(Number.isSafeInteger(time)).toBe(true);
    }
  });

  test('a server follows it, also after the database has not responded, and counts on meanwhile', async () => {
    const { databaseUrl = '', connect } = await location();
    // An own clock of this database, which replaces that of PostgreSQL.
    const setClock = (body: string) =>
      onPostgres(
        databaseUrl,
        `create or replace function public.clock_timestamp() returns timestamptz language plpgsql volatile as 'begin ${body}; end'`,
      );
    const shiftClock = (interval: string) => setClock(`return pg_catalog.clock_timestamp() + interval ''${interval}''`);
    await onPostgres(databaseUrl, 'create sequence public.failures');
    await shiftClock('0');
    const url = new URL(databaseUrl);
    url.searchParams.set('options', '-c search_path=public,pg_catalog');
    const database = connect({ databaseUrl: url.href });
    const clock = await openDatabaseClock(database);
    onTestFinished(clock.stop);
    const shows = (difference: number) =>
      vi.waitUntil(() => Math.abs(clock.now() - Date.now() - difference) < TOLERANCE, WAIT);
    await shiftClock('1 hour');
    await shows(HOUR);
    await setClock("perform nextval(''public.failures''); raise exception ''no time''");
    await vi.waitUntil(async () => {
      const { rows } = await sql<{ is_called: boolean }>`select is_called from public.failures`.execute(database.db);
      return rows[0]?.is_called === true;
    }, WAIT);
    await shows(HOUR);
    await shiftClock('-1 hour');
    await shows(-HOUR);
  });
});

describeOnPostgres('reliability 66: the clock of the database, when a response takes long', ({ location }) => {
  test('keeps the time that a faster response has shown', async () => {
    // One connection, for which the next query of the clock has to wait.
    const database = (await location()).connect({ postgresLimits: { poolSize: 1 } });
    const now = performance.now.bind(performance);
    let delay = 0;
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + delay);
    onTestFinished(() => spy.mockRestore());
    const clock = await openDatabaseClock(database);
    onTestFinished(clock.stop);
    await database.db.connection().execute(async (connection) => {
      await readDatabaseTime({ ...database, db: connection });
      await vi.waitUntil(() => database.pool().waiting > 0, WAIT);
      // The response arrives ten minutes later.
      delay = 10 * MINUTE;
    });
    await readDatabaseTime(database);
    expect(Math.abs(clock.now() - Date.now() - delay)).toBeLessThan(TOLERANCE);
  });
});

describeOnSqlite('reliability 66: the clock of SQLite', ({ test }) => {
  test('is that of the machine', async ({ cinema }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 12_345 });
    onTestFinished(() => void vi.useRealTimers());
    const clock = await openDatabaseClock(cinema);
    expect([clock.now(), await readDatabaseTime(cinema)]).toEqual([12_345, 12_345]);
    clock.stop();
  });
});
