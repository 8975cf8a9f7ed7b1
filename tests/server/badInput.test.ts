import { expect } from 'vitest';
import { callNames, calls, isPersonal } from '#contract/calls.ts';
import { dump } from './books.ts';
import { changes } from './changes.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, booking } from './people.ts';

/** Text or number, compared as text. */
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
const OTHER_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
];

describeOnBothEngines('reliability 6, 10 and 19, section 5: bad input changes nothing', ({ test, open }) => {
  test.each(changes)(
    '$method $path refuses a body that is no object, or misses a field, or holds one of the wrong kind',
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
      }
      expect(await dump(cinema)).toEqual(before);
    },
  );

  test('a body that is not JSON, of another media type or too large is refused', async ({ cinema }) => {
    const { token } = await addPerson(cinema);
    const before = await dump(cinema);
    const send = async (payload: string, type = 'application/json') => {
      const headers = { 'content-type': type, authorization: `Bearer ${token}` };
      const answer = await cinema.app.inject({ method: 'POST', url: '/api/user/tickets', payload, headers });
      return { status: answer.statusCode, headers: answer.headers, body: answer.json<unknown>() };
    };
    for (const payload of NOT_JSON) expectProblem(await send(payload), 'invalid_request');
    for (const type of OTHER_TYPES)
      expectProblem(await send(JSON.stringify(booking()), type), 'unsupported_media_type');
    expectProblem(await send(JSON.stringify(booking({ padding: 'x'.repeat(16 * 1024) }))), 'payload_too_large');
    expect(await dump(cinema)).toEqual(before);
  });

  test('section 6: without a session every personal call is refused before its body is looked at', async ({
    cinema,
  }) => {
    for (const { method, path } of callNames.map((name) => calls[name]).filter(isPersonal)) {
      const bodies = method === 'GET' ? [undefined] : [undefined, [], {}];
      for (const token of [undefined, 'x'])
        for (const body of bodies)
          await expectApiError(cinema, 'unauthenticated', () => cinema.call(method, path, { token, body }));
    }
  });
});
