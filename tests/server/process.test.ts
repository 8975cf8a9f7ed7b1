import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { sql, type Kysely } from 'kysely';
import * as v from 'valibot';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sessionUserSchema } from '#contract/user.ts';
import { offeredDates } from '#domain/calendar.ts';
import type { Database } from '../../src/server/db/database.ts';
import { migrations } from '../../src/server/db/migrations/migrations.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { readEnvironment } from '../../src/server/environment.ts';
import { startServer } from '../../src/server/startServer.ts';
import { withCodes } from '../../src/server/store/admissionCodes.ts';
import { listMovies } from '../../src/server/store/movies.ts';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { runToEnd } from '../programs/runProgram.ts';
import { rounds } from '../rounds.ts';
import { addTickets } from './addTickets.ts';
import { addDoor, TONIGHT } from './atTheDoor.ts';
import { expectSoundBooks } from './books.ts';
import { describeOnBothEngines, describeOnSqlite } from './onBothEngines.ts';
import { addBuyers, expectPersisted, sendOrder, startLoad } from './orders.ts';
import { countByStatus, openCinema } from './openCinema.ts';
import { addPerson, booking, signUpForm } from './people.ts';
import { sendTo } from './sendTo.ts';
import { startServerProcess } from './startServerProcess.ts';
import { catalogueFile } from './testFolder.ts';

async function signUpAt(url: string): Promise<string> {
  return v.parse(sessionUserSchema, (await sendTo(url, 'POST', 'user/signup', { body: signUpForm() })).body).token;
}

/** Signs up a user and sends the headers of a top-up. The server waits for its body. */
async function beginTopUp(url: string): Promise<ClientRequest> {
  const token = await signUpAt(url);
  const begun = request(`${url}/api/user/balance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, expect: '100-continue' },
  });
  begun.flushHeaders();
  await once(begun, 'continue');
  return begun;
}

/** Starts the server in this process, which is faster, and stops it after the test. `output` returns its log. */
async function serveHere(variables: Readonly<Record<string, string>>) {
  let output = '';
  const server = await startServer(readEnvironment({ PORT: '0', ...variables }), {
    stream: { write: (line) => void (output += line) },
    maxDelay: Infinity,
  });
  onTestFinished(server.stop);
  return { ...server, output: () => output };
}

const tomorrow = () => offeredDates(Date.now(), 'Asia/Jakarta')[1];

describeOnBothEngines('reliability 31 and 38: the server process', ({ location }) => {
  test('reliability 40: three servers started together on an empty database all succeed and sell a seat once', async () => {
    const where = await location();
    const servers = Array.from({ length: 3 }, () => startServerProcess(where.variables));
    const urls = await Promise.all(servers.map(({ url }) => url));
    const database = where.connect();
    const { db } = database;
    const applied = db.selectFrom('schema_migrations').select(['number', 'name', 'usable_from']);
    expect(await applied.orderBy('number').execute()).toEqual(
      migrations.map(({ number, name, usableFrom }) => ({ number, name, usable_from: usableFrom })),
    );
    expect(titles(await listMovies(db))).toEqual(titles(await readCatalogue()));
    const token = await signUpAt(urls[0] ?? '');
    await sendTo(urls[1] ?? '', 'POST', 'user/balance', { token, body: { amount: 1_000_000 } });
    const body = booking({ showtimeDate: tomorrow() });
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => sendTo(urls[index % 3] ?? '', 'POST', 'user/tickets', { token, body })),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 8 });
    for (const server of servers) server.signal('SIGINT');
    expect(await Promise.all(servers.map(({ ended }) => ended)), 'the exit codes').toEqual([0, 0, 0]);
    await expectSoundBooks(database);
  });

  test.each([
    ['SIGTERM', ['SIGTERM']],
    ['SIGHUP', ['SIGHUP']],
    ['SIGQUIT', ['SIGQUIT']],
    // A terminal and npm each send a signal. Two of the same kind could arrive as one.
    ['two signals at once', ['SIGINT', 'SIGTERM']],
  ] as const)(
    'reliability 38: after %s the server finishes a request that has begun and refuses new connections',
    async (_name, signals) => {
      const server = startServerProcess((await location()).variables);
      const url = await server.url;
      const begun = await beginTopUp(url);
      for (const signal of signals) server.signal(signal);
      const isRefused = () =>
        fetch(url, { headers: { connection: 'close' } }).then(
          () => false,
          () => true,
        );
      await vi.waitUntil(isRefused, { timeout: 10_000 });
      const answered = once(begun, 'response');
      begun.end(JSON.stringify({ amount: 1000 }));
      const [answer]: IncomingMessage[] = await answered;
      if (answer === undefined) throw new Error('No response arrived');
      expect([answer.statusCode, await json(answer)]).toEqual([200, { balance: 1000 }]);
      expect(answer.headers.connection).toBe('close');
      expect(await server.ended, 'the exit code of the server').toBe(0);
    },
  );

  test('reliability 25 and 75: no password, token or code appears in the log, even after errors', async () => {
    const database = await location();
    const { url, stop, output } = await serveHere({ ...database.variables, LOG_LEVEL: 'trace' });
    const door = await addDoor({ db: database.connect().db, clock: { now: Date.now() } });
    const code = 'RSJD7FYW331WQ7ZMTZW6';
    await sendTo(url, 'GET', `door?token=${door.token}`, door);
    await sendTo(url, 'POST', 'door/admissions', { token: door.token, body: { ...TONIGHT, code }, key: code });
    await sendTo(url, 'POST', `door/admissions/${code}`, { token: door.token, body: { code } });
    await fetch(`${url}/door/${door.token}?code=${code}`);
    const token = await signUpAt(url);
    const password = 'battery staple';
    await sendTo(url, 'GET', `user/info?token=${token}`, { token });
    await sendTo(url, 'POST', 'user/signin', { body: { username: 'alice.wong', password } });
    await sendTo(url, 'POST', 'user/signin', { body: { username: 'alice.wong', password: 'correct horse' } });
    await sendTo(url, 'PUT', 'user/balance', { token, body: { amount: 1, password } });
    await sendTo(url, 'DELETE', 'user/tickets', { token, body: { ticketId: 'x', password } });
    await sendTo(url, 'POST', 'user/signup', { body: { password, confirmPassword: 'correct horse' } });
    for (const path of [
      `${token}?password=battery%20staple`,
      `movie/${token}`,
      `booked-seats/${token}`,
      `%zz${token}`,
    ]) {
      await sendTo(url, 'GET', path, {});
    }
    await fetch(`${url}/movie/${token}`);
    const answer = await fetch(`${url}/api/movie`);
    // The last log line of a request may be written after its response.
    await stop();
    const log = output();
    expect(log).toContain('/api/user/info');
    expect(log).toContain(answer.headers.get('x-request-id'));
    expect(log).toContain('/api/movie/:title');
    const secrets = [token, 'correct horse', 'battery', door.token, code];
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  });

  test('the metrics on their own port count requests, changes, refusals, connections and held seats', async () => {
    const { url, metricsUrl } = await serveHere({ ...(await location()).variables, METRICS_PORT: '0' });
    const token = await signUpAt(url);
    await sendTo(url, 'POST', 'user/balance', { token, body: { amount: 100_000 } });
    const body = booking({ showtimeDate: tomorrow() });
    await sendTo(url, 'POST', 'user/tickets', { token, body });
    await sendTo(url, 'POST', 'user/tickets', { token, body });
    const { movieTitle, showtimeDate, showtimeTime } = body;
    await sendTo(url, 'POST', 'holds', {
      token,
      body: { movieTitle, showtimeDate, showtimeTime, seatNumbers: [1, 2] },
    });
    await sendTo(url, 'GET', 'user/transactions?limit=2', { token });
    await sendTo(url, 'DELETE', 'user/sessions', { token });
    const metrics = await (await fetch(metricsUrl ?? '')).text();
    for (const line of [
      'cinema_changes_total{kind="purchase"} 1',
      'cinema_changes_total{kind="top_up"} 1',
      'cinema_changes_total{kind="sign_up"} 1',
      'cinema_refusals_total{code="seat_taken"} 1',
      'http_request_duration_seconds_count{method="POST",route="/api/user/tickets",status="409"} 1',
      'http_request_duration_seconds_count{method="GET",route="/api/user/transactions",status="200"} 1',
      'http_request_duration_seconds_count{method="DELETE",route="/api/user/sessions",status="200"} 1',
      'database_connections{state="waiting"} 0',
      'held_seats{balance="sufficient"} 0',
      'held_seats{balance="insufficient"} 2',
    ]) {
      expect(metrics).toContain(line);
    }
    expect(metrics).toContain('nodejs_eventloop_lag_p99_seconds');
    for (const path of ['metrics', 'api/metrics']) {
      expect(await (await fetch(`${url}/${path}`)).text()).not.toContain('cinema_changes_total');
    }
  });
});

describeOnSqlite('reliability 38: a server that waits for a request', ({ location }) => {
  test('ends at once when the signal is repeated after a second', async () => {
    const server = startServerProcess((await location()).variables);
    const begun = await beginTopUp(await server.url);
    begun.once('error', () => undefined);
    await vi.waitUntil(() => !server.signal('SIGINT'), { timeout: 10_000 });
    expect(await server.ended, 'the exit code of the server').toBe(1);
  });
});

describeOnSqlite('a server that cannot start reports the reason in one sentence', ({ test }) => {
  test('for a bad variable, a malformed catalogue, a used port, a bad data folder and an unreachable database', async ({
    cinema,
  }) => {
    const { port } = new URL(await cinema.app.listen({ host: '127.0.0.1', port: 0 }));
    const cataloguePath = catalogueFile('[{}]');
    const cases: [Record<string, string>, RegExp][] = [
      [{ CINEMA_TIME_ZONE: 'Mars' }, /^CINEMA_TIME_ZONE must be a time zone such as Asia\/Jakarta$/],
      [{ CATALOGUE: cataloguePath }, /^The catalogue \S+ is invalid: film 1, id: .*$/],
      [{ PORT: port, LOG_LEVEL: 'silent' }, /^Port \d+ of 127\.0\.0\.1 is in use already: set PORT to another$/],
      [{ DATABASE_URL: '', DATA_DIR: cataloguePath }, /^The data folder \S+ cannot be used: .*$/],
      [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, /^The database cannot be reached: .*$/],
    ];
    for (const [variables, message] of cases) {
      await expect(serveHere({ ...cinema.variables, ...variables })).rejects.toThrow(message);
    }
    const server = startServerProcess({ ...cinema.variables, CINEMA_TIME_ZONE: 'Mars' });
    expect(await server.ended, 'the exit code of the server').toBe(1);
    expect(server.output()).toBe('CINEMA_TIME_ZONE must be a time zone such as Asia/Jakarta\n');
  });
});

describeOnSqlite('the health check of the image', ({ test }) => {
  test('requests the server on the port in PORT', async ({ cinema }) => {
    const dockerfile = readFileSync(join(import.meta.dirname, '../../Dockerfile'), 'utf8');
    const [, command = ''] = /^HEALTHCHECK CMD (.*)$/m.exec(dockerfile) ?? [];
    const [, ...args] = v.parse(v.array(v.string()), JSON.parse(command));
    const check = (port: string) => runToEnd(process.execPath, args, { env: { PORT: port } });
    const { port } = new URL(await cinema.app.listen({ host: '127.0.0.1', port: 0 }));
    expect(await check(port)).toEqual({ code: 0, said: '' });
    expect((await check('1')).code, 'the exit code without a server').toBe(1);
  });
});

const ROUNDS = rounds(2, 20);
const BUYERS = 16;
const NO_SERVER_YET = 'http://127.0.0.1:1';
const GONE = { timeout: 30_000, message: 'PostgreSQL closes the connections of the killed server' };

/** The connections of a killed server. Until they end, PostgreSQL still runs statements sent over them. */
async function countConnections(db: Kysely<Schema>, name: string): Promise<number> {
  const { rows } = await sql`select pid from pg_stat_activity where application_name = ${name}`.execute(db);
  return rows.length;
}

/** Returns false after a connection error: the server did not acknowledge the request. Rethrows every other error. */
function falseIfDisconnected(error: unknown): boolean {
  if (error instanceof TypeError) return false;
  throw error;
}

describeOnBothEngines('reliability 31: SIGKILL under load', ({ engine, location }) => {
  test(`${ROUNDS} rounds: acknowledged orders are persisted, and retried orders take effect once`, async () => {
    const database = await location();
    let url = NO_SERVER_YET;
    const buyers = await addBuyers(database.connect(), BUYERS);
    const load = startLoad(buyers, (order) => sendOrder(url, order).catch(falseIfDisconnected));
    const serve = async (name: string) => {
      const server = startServerProcess({ ...database.variables, LOG_LEVEL: 'silent', PGAPPNAME: name });
      url = await server.url;
      return server;
    };
    for (let round = 1; round <= ROUNDS; round += 1) {
      const name = `killed-${randomUUID()}`;
      const server = await serve(name);
      await load.acknowledgeMore(BUYERS + round);
      server.signal('SIGKILL');
      expect(await server.ended).toBeNull();

      const { db } = database.connect();
      if (engine === 'postgres') await expect.poll(() => countConnections(db, name), GONE).toBe(0);
      await expectPersisted({ db }, load.acknowledged);
      await db.destroy();
    }
    const last = await serve('never-killed');
    await load.acknowledgeMore(BUYERS);
    await load.stop();
    await last.stop();
  }, 240_000);
});

describeOnBothEngines('reliability 74: SIGKILL during 200 admissions', ({ engine, location }) => {
  test('every welcome is in the books, and each ticket is admitted once', async () => {
    const database = await location();
    const { doors, codes } = await addCrowd(database.connect());
    let url = NO_SERVER_YET;
    const serve = async (name: string) => {
      const server = startServerProcess({ ...database.variables, LOG_LEVEL: 'silent', PGAPPNAME: name });
      url = await server.url;
      return server;
    };
    const welcomed = new Set<string>();
    const left = codes.values();
    const admitting = Promise.all(
      doors.map(async ({ token }) => {
        for (const code of left) {
          const send = async () => {
            const answer = await sendTo(url, 'POST', 'door/admissions', {
              token,
              key: code,
              body: { ...TONIGHT, code },
            });
            if (answer.status === 503) return false;
            expect(answer).toMatchObject({ status: 200, body: { answer: 'welcome' } });
            return true;
          };
          await vi.waitUntil(() => send().catch(falseIfDisconnected), { timeout: 60_000, interval: 20 });
          welcomed.add(code);
        }
      }),
    );
    const { db } = database.connect();
    for (const enough of [70, 140]) {
      const name = `killed-${randomUUID()}`;
      const server = await serve(name);
      await Promise.race([admitting, vi.waitUntil(() => welcomed.size >= enough, { timeout: 60_000 })]);
      server.signal('SIGKILL');
      expect(await server.ended).toBeNull();
      if (engine === 'postgres') await expect.poll(() => countConnections(db, name), GONE).toBe(0);
      const inside = await db
        .selectFrom('admissions')
        .innerJoin('tickets', 'tickets.id', 'admissions.ticket_id')
        .select('tickets.admission_code')
        .execute();
      const codesInside = new Set(inside.map(({ admission_code: code }) => code));
      expect([...welcomed].filter((code) => !codesInside.has(code))).toEqual([]);
    }
    const last = await serve('never-killed');
    await admitting;
    await last.stop();
    expect(await db.selectFrom('admissions').select('ticket_id').execute()).toHaveLength(codes.length);
  }, 240_000);
});

/** Adds 200 tickets of a screening that has just begun, and four doors. */
async function addCrowd(database: Database) {
  const cinema = await openCinema(database, { now: Date.now() });
  await addTickets(cinema, await addPerson(cinema), 200);
  await cinema.db
    .updateTable('tickets')
    .set({ starts_at: cinema.clock.now - 60_000 })
    .execute();
  const rows = await cinema.db.selectFrom('tickets').selectAll().where('cancelled_at', 'is', null).execute();
  const coded = await withCodes(cinema.db, rows);
  const doors = [];
  for (const name of ['North', 'East', 'South', 'West']) doors.push(await addDoor(cinema, name));
  await cinema.app.close();
  await database.db.destroy();
  return { doors, codes: coded.flatMap(({ admission_code: code }) => code ?? []) };
}

function titles(films: readonly { readonly title: string }[]): string[] {
  return films.map(({ title }) => title);
}
