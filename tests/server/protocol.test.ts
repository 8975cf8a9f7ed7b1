import Fastify from 'fastify';
import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { errorEntry } from '#contract/apiErrors.ts';
import { errorCodes } from '#contract/problem.ts';
import { callNames, calls, isPersonal } from '#contract/calls.ts';
import { ApiError } from '../../src/server/errors.ts';
import { answerProblem } from '../../src/server/http/answerProblem.ts';
import { expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine, describeOnPostgres } from './onBothEngines.ts';
import { takeLog, watchApiErrors } from './openCinema.ts';
import { addPerson, purchase, signIn, signUpForm, topUp, hold } from './people.ts';

/** The methods that each path supports. */
const ALLOWED = new Map<string, Set<string>>();
for (const { method, path } of callNames.map((name) => calls[name])) {
  const methods = ALLOWED.get(path) ?? new Set();
  ALLOWED.set(path, methods.add(method));
  if (method === 'GET') methods.add('HEAD');
}

describeOnAnyEngine('reliability 19 and 20: protocol', ({ test, open }) => {
  test('a known path refuses other methods and lists its own in Allow', async ({ cinema }) => {
    for (const [path, known] of ALLOWED) {
      const allow = [...known].toSorted().join(', ');
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
        if (known.has(method)) continue;
        const answer = await cinema.call(method, path, method === 'GET' ? {} : { body: 'x' });
        expectProblem(answer, 'method_not_allowed');
        expect(answer.headers['allow']).toBe(allow);
      }
    }
  });

  test('an unknown path of the API gets 404, even when the client accepts HTML', async ({ cinema }) => {
    for (const path of ['', 'nothing', 'user/info/', 'user//info', 'movie/a/b', 'USER/INFO', '../user/nothing']) {
      expectProblem(await cinema.call('GET', path, { headers: { accept: 'text/html' } }), 'not_found');
    }
    expectProblem(await cinema.call('POST', 'nothing', { body: {} }), 'not_found');
  });

  test('HEAD responds like GET, without the body', async ({ cinema }) => {
    const { token } = await addPerson(cinema);
    for (const path of ['movie', 'movie/The%20Kid', 'user/info', 'health/ready']) {
      const [head, get] = [await cinema.call('HEAD', path, { token }), await cinema.call('GET', path, { token })];
      expect([path, head.status, head.body]).toEqual([path, 200, '']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
    }
    expect((await cinema.call('HEAD', 'user/info')).status).toBe(401);
  });

  test('a path with a broken percent-encoding is refused', async ({ cinema }) => {
    for (const path of ['movie/%', 'movie/%zz', 'movie/%E0%A4%A', 'booked-seats/%ff'])
      expect(expectProblem(await cinema.call('GET', path), 'invalid_request').fields).toEqual({
        path: 'The address cannot be read',
      });
  });

  test('reliability 27: personal responses have Cache-Control: no-store', async ({ cinema }) => {
    const person = await addPerson(cinema);
    const reads = callNames.map((name) => calls[name]).filter((call) => isPersonal(call) && call.method === 'GET');
    await hold(cinema, person);
    for (const { path } of reads) {
      const { status, headers } = await cinema.call('GET', path, { token: person.token });
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    }
    for (const answer of [await signIn(cinema, person), await topUp(cinema, person, 1)])
      expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('reliability 29: the server allows no other origin and sets no cookie', async ({ cinema }) => {
    const answer = await cinema.call('GET', 'movie', { headers: { origin: 'https://example.org' } });
    expect(Object.keys(answer.headers).filter((name) => /^access-control|^set-cookie/.test(name))).toEqual([]);
  });

  test('reliability 25: a request is logged with its method, its route and its address, but not with its URL', async () => {
    const { logger, lines } = takeLog('info');
    const cinema = await open({ logger });
    await cinema.call('GET', 'movie/The%20Kid', { address: '203.0.113.7' });
    await cinema.call('DELETE', 'no/such', { address: '203.0.113.8' });
    // A health check is not logged unless it fails.
    await cinema.call('GET', 'health/ready');
    const requests = lines
      .filter((line) => line.includes('"incoming request"'))
      .map((line) => v.parse(requestSchema, line).req);
    expect(requests).toEqual([
      { method: 'GET', route: '/api/movie/:title', address: '203.0.113.7' },
      { method: 'DELETE', route: 'none', address: '203.0.113.8' },
    ]);
  });

  test('a health check that fails is logged', async () => {
    const { logger, lines } = takeLog('info');
    const cinema = await open({ logger, spoilsBooks: true });
    await cinema.db.destroy();
    await cinema.call('GET', 'health/ready');
    expect(lines.join('\n')).toContain('checkReadiness');
  });

  test('database errors are reported as unavailable or internal, without details', async () => {
    const { logger, lines } = takeLog('warn');
    const cinema = await open({ spoilsBooks: true, logger });
    const person = await addPerson(cinema, { balance: 100_000 });
    await cinema.db.schema.dropTable('schema_migrations').execute();
    const ready = await cinema.call('GET', 'health/ready');
    expectProblem(ready, 'unavailable');
    expect(ready.headers['retry-after']).toBe('1');
    expect((await cinema.call('GET', 'health/live')).body).toEqual({ status: 'live' });
    await cinema.db.schema.dropTable('taken_seats').execute();
    const broken = await purchase(cinema, person);
    const message = 'Something went wrong. Please try again.';
    expect(broken.body).toEqual({ status: 500, code: 'internal', message });
    const logged = lines.map((line) => v.parse(loggedSchema, line));
    expect(logged.map(({ level, msg }) => [level, msg])).toEqual([
      [40, 'unavailable'],
      [50, 'internal'],
    ]);
    expect(logged[1]?.err.message).toContain('taken_seats');
  });
});

describeOnPostgres('reliability 25: the log of a database error', ({ open }) => {
  test('has the message and the code of PostgreSQL, but not the row that it refused', async () => {
    const { logger, lines } = takeLog('error');
    const cinema = await open({ logger });
    await sql`alter table users add constraint nobody check (age < 0)`.execute(cinema.db);
    expectProblem(await cinema.call('POST', 'user/signup', { body: signUpForm() }), 'internal');
    expect(lines.map((line) => v.parse(loggedSchema, line).err)).toMatchObject([
      { message: expect.stringContaining('"nobody"'), code: '23514' },
    ]);
    for (const value of ['alice.wong', 'Alice Wong', '$argon2']) expect(lines.join()).not.toContain(value);
  });
});

const requestSchema = v.pipe(v.string(), v.parseJson(), v.object({ req: v.record(v.string(), v.string()) }));

const loggedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ level: v.number(), msg: v.string(), err: v.looseObject({ message: v.string() }) }),
);

const documentSchema = v.object({
  openapi: v.string(),
  paths: v.record(v.string(), v.record(v.string(), v.looseObject({ responses: v.record(v.string(), v.unknown()) }))),
});

const CALLS = callNames.map((name) => `${calls[name].method.toLowerCase()} /api/${calls[name].path}`);

describeOnAnyEngine('the API documentation', ({ test }) => {
  test('describes exactly the existing calls, with their schemas and errors', async ({ cinema }) => {
    const answer = await cinema.call('GET', 'docs/json');
    expect(answer.status).toBe(200);
    const { openapi, paths } = v.parse(documentSchema, answer.body);
    expect(openapi).toBe('3.1.0');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(CALLS.toSorted());
    expect(paths['/api/user/tickets']?.['post']).toMatchObject({
      security: [{ bearer: [] }],
      requestBody: {
        content: { 'application/json': { schema: { properties: { seatNumbers: { type: 'array' } } } } },
      },
      responses: {
        201: { content: { 'application/json': { schema: { properties: { bookingTime: { type: 'string' } } } } } },
        409: { content: { 'application/problem+json': {} } },
      },
    });
    expect(paths['/api/booked-seats/{title}']?.['get']).toMatchObject({
      parameters: [
        { name: 'showtimeDate', in: 'query', required: false },
        { name: 'showtimeTime', in: 'query', required: false },
        { name: 'title', in: 'path', required: true },
      ],
      responses: { 200: { content: { 'application/json': { schema: { type: 'array', maxItems: 1 } } } } },
    });
    const statuses = new Set(errorCodes.map((code) => String(errorEntry(code).status)));
    for (const methods of Object.values(paths)) {
      for (const { responses } of Object.values(methods)) {
        for (const status of Object.keys(responses)) expect(statuses.has(status) || Number(status) < 300).toBe(true);
      }
    }
  });

  test('is also served as a Swagger UI page', async ({ cinema }) => {
    const answer = await cinema.call('GET', 'docs');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain('swagger-ui');
  });
});

test('the test server detects an error that its call does not list', async () => {
  const app = Fastify();
  app.setErrorHandler(answerProblem(() => undefined));
  app.get('/api/movie', async () => {
    throw new ApiError('seat_taken');
  });
  app.get('/api/movie/:title', async () => {
    throw new ApiError('movie_not_found');
  });
  const unlisted = watchApiErrors(app);
  await app.inject('/api/movie');
  await app.inject('/api/movie/Metropolis');
  await app.close();
  expect(unlisted).toEqual(['GET movie: seat_taken']);
});
