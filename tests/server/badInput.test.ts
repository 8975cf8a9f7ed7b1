import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { expect } from 'vitest';
import { problemSchema } from '#contract/problem.ts';
import { callNames, calls, isPersonal } from '#contract/calls.ts';
import { character, pathSegment } from '../arbitraries.ts';
import { rounds } from '../rounds.ts';
import { dump } from './books.ts';
import { changes } from './changes.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { addPerson, booking } from './people.ts';

/** Fields that accept text or a number; the server compares them as text. */
const IDS = new Set(['ticketId', 'movieId']);
const WRONG_KINDS: readonly unknown[] = [null, true, {}, { length: 1 }, [[]], [{}]];
const NOT_JSON = [
  '',
  '{',
  '{"a":1,}',
  "{'a':1}",
  'NaN',
  '{"__proto__":{"a":1}}',
  `{"__proto__":{"a":1},${JSON.stringify(booking()).slice(1)}`,
  `{"constructor":{"prototype":{}},${JSON.stringify(booking()).slice(1)}`,
  `${'['.repeat(8000)}${']'.repeat(8000)}`,
];
const COMPRESSIONS = { br: brotliCompressSync, deflate: deflateSync, gzip: gzipSync };
const OTHER_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

const RUNS = Number(process.env['FUZZ_RUNS'] ?? '') || rounds(30, 300);
const SEED = Number(process.env['FUZZ_SEED'] ?? '') || Date.now() % 2 ** 31;
const strictProblem = v.strictObject(problemSchema.entries);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: character, maxLength: 300 }),
  fc.constantFrom(-1, 0, 0.5, 2 ** 53, 1e308, '', '\0', '\uD800', 'constructor', '05 Mar', [1, 1], [[]], {}),
  fc.constantFrom('5', '-5', '5e4', ' 5', '\u0665', '9'.repeat(400), 'null'),
);

describeOnAnyEngine('reliability 6, 10 and 19, section 5: bad input changes nothing', ({ test, open }) => {
  test.each(changes)(
    '$method $path refuses a body that is not an object, lacks a field, or has a field of the wrong type',
    async ({ method, path, body, personal }) => {
      const cinema = await open();
      const token = personal ? (await addPerson(cinema, { balance: 100_000 })).token : undefined;
      const before = await dump(cinema);
      const bodies: unknown[] = [undefined, null, [], 'text', 7, true, {}];
      for (const [field, value] of Object.entries(body)) {
        bodies.push({ ...body, [field]: undefined });
        for (const wrong of WRONG_KINDS) bodies.push({ ...body, [field]: wrong });
        if (!IDS.has(field)) bodies.push({ ...body, [field]: typeof value === 'string' ? 12_345_678 : '12345678' });
      }
      for (const bad of bodies) {
        const problem = expectProblem(await cinema.call(method, path, { token, body: bad }), 'invalid_request');
        if (bad !== undefined) expect(Object.values(problem.fields ?? {})[0]).toBe(problem.message);
        if (bad === null || typeof bad === 'string') expect(Object.keys(problem.fields ?? {})).toEqual(['body']);
      }
      expect(await dump(cinema)).toEqual(before);
    },
  );

  test('refuses a body that is not JSON, has another media type, is compressed or is too large', async ({ cinema }) => {
    const { token } = await addPerson(cinema);
    const before = await dump(cinema);
    const send = async (payload: string | Buffer, type = 'application/json', encoding = 'identity') => {
      const headers = { 'content-type': type, 'content-encoding': encoding, authorization: `Bearer ${token}` };
      const answer = await cinema.app.inject({ method: 'POST', url: '/api/user/tickets', payload, headers });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json<unknown>() };
    };
    for (const payload of NOT_JSON) expectProblem(await send(payload), 'invalid_request');
    for (const type of OTHER_TYPES)
      expectProblem(await send(JSON.stringify(booking()), type), 'unsupported_media_type');
    for (const [encoding, compress] of Object.entries(COMPRESSIONS))
      expectProblem(await send(compress(JSON.stringify(booking())), 'application/json', encoding), 'invalid_request');
    expectProblem(await send(JSON.stringify(booking({ padding: 'x'.repeat(16 * 1024) }))), 'payload_too_large');
    expect(await dump(cinema)).toEqual(before);
  });

  test('section 6: without a session the server refuses every personal call before it reads the body', async ({
    cinema,
  }) => {
    for (const { method, path } of callNames.map((name) => calls[name]).filter(isPersonal)) {
      const bodies = method === 'GET' ? [undefined] : [undefined, [], {}];
      for (const token of [undefined, 'x'])
        for (const body of bodies)
          await expectApiError(cinema, 'unauthenticated', () => cinema.call(method, path, { token, body }));
    }
    for (const authorization of ['', 'Basic YTpi', 'Bearer', 'Bearer nothing', `Bearer ' or 1=1 --`]) {
      const answer = await cinema.call('GET', 'user/info', { headers: { authorization } });
      expectProblem(answer, 'unauthenticated');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });
});

describeOnAnyEngine('reliability 10, 12, 19 and 20: no input causes a server error', ({ test, open }) => {
  test.each(changes)(`$method $path with any body (seed ${SEED})`, async ({ method, path, body }) => {
    const cinema = await open();
    const { token } = await addPerson(cinema, { balance: 100_000 });
    const bodies = fc.oneof(
      anything,
      fc
        .tuple(fc.constantFrom(...Object.keys(body)), anything)
        .map(([field, value]) => Object.assign({}, body, { [field]: value })),
      fc.dictionary(fc.constantFrom(...Object.keys(body), '__proto__', 'toString'), anything),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (sent) => {
        const answer = await cinema.call(method, path, { token, body: sent });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400) v.parse(strictProblem, answer.body);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test(`any path, query and header (seed ${SEED})`, async ({ cinema }) => {
    const { token } = await addPerson(cinema);
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const paths = fc.oneof(
      text.map((title) => `movie/${encodeURIComponent(title)}`),
      fc.tuple(text, text, text).map(([title, date, time]) => {
        const query = new URLSearchParams({ showtimeDate: date, showtimeTime: time });
        return `booked-seats/${encodeURIComponent(title)}?${query.toString()}`;
      }),
      fc.tuple(text, text).map(([before, limit]) => {
        return `user/transactions?${new URLSearchParams({ before, limit }).toString()}`;
      }),
      fc.array(pathSegment).map((segments) => segments.join('/')),
    );
    const header = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(paths, header, header, async (path, key, authorization) => {
        expect((await cinema.call('GET', path, { token })).status).toBeLessThan(500);
        const body = { amount: 1 };
        expect((await cinema.call('POST', 'user/balance', { token, key, body })).status).toBeLessThan(500);
        expect((await cinema.call('GET', 'user/info', { headers: { authorization } })).status).toBe(401);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
});
