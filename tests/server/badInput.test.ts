import { expect, test } from 'vitest';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { seatsFrom } from '../seatsFrom.ts';
import { expectProblem, expectApiError } from './expectApiError.ts';
import { dump } from './books.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, booking, PASSWORD } from './people.ts';

const signUp = {
  username: 'alice.wong',
  displayName: 'Alice Wong',
  age: 30,
  password: 'correct horse',
  confirmPassword: 'correct horse',
};
const seats = { showtimeDate: '05 Mar', showtimeTime: '20.35', seatNumbers: [1], movieTitle: 'The Kid' };

const CALLS = [
  { method: 'POST', path: 'user/signup', body: signUp, personal: false },
  { method: 'POST', path: 'user/signin', body: { username: 'alice.wong', password: 'correct horse' }, personal: false },
  { method: 'POST', path: 'user/tickets', body: booking(), personal: true },
  { method: 'DELETE', path: 'user/tickets', body: { ticketId: 'some', password: PASSWORD }, personal: true },
  { method: 'POST', path: 'user/balance', body: { amount: 50_000 }, personal: true },
  { method: 'PUT', path: 'user/balance', body: { amount: 50_000, password: PASSWORD }, personal: true },
  { method: 'POST', path: 'booked-seats', body: { ...seats, movieId: 1 }, personal: true },
  { method: 'DELETE', path: 'booked-seats', body: seats, personal: true },
] as const;

/** Text or number, compared as text. */
const IDS = new Set(['ticketId', 'movieId']);
const WRONG_KINDS: readonly unknown[] = [null, true, {}, { length: 1 }, [[]], [{}]];
const WRONG_SEATS: readonly unknown[] = [
  [],
  [0],
  [65],
  [-1],
  [1.5],
  [1, 1],
  seatsFrom(1, MAXIMUM_SEATS + 1),
  ['1'],
  [[1]],
  [null],
  '1',
  1,
  { 0: 1 },
];
const WRONG_TIMES: readonly unknown[] = ['', '11:40', '11.41', '20.35 ', '2035', 20.35];
const PERSONAL_READS = ['user/info', 'user/tickets', 'user/balance'];

describeOnBothEngines('reliability 6, 10 and 12, section 5: bad input changes nothing', ({ open }) => {
  for (const { method, path, body, personal } of CALLS) {
    test(`${method} ${path} refuses a body that is no object, or misses a field, or holds one of the wrong kind`, async () => {
      const cinema = await open();
      const token = personal ? (await addPerson(cinema, { balance: 100_000 })).token : undefined;
      const before = await dump(cinema);
      const bodies: unknown[] = [null, [], 'text', 7, true, {}];
      for (const [field, value] of Object.entries(body)) {
        bodies.push({ ...body, [field]: undefined });
        for (const wrong of WRONG_KINDS) bodies.push({ ...body, [field]: wrong });
        if (!IDS.has(field)) bodies.push({ ...body, [field]: typeof value === 'string' ? 12_345_678 : '12345678' });
      }
      if ('seatNumbers' in body) for (const seatNumbers of WRONG_SEATS) bodies.push({ ...body, seatNumbers });
      if ('showtimeTime' in body) for (const showtimeTime of WRONG_TIMES) bodies.push({ ...body, showtimeTime });
      for (const bad of bodies) {
        const problem = expectProblem(await cinema.call(method, path, { token, body: bad }), 'invalid_request');
        expect(Object.values(problem.fields ?? {})[0]).toBe(problem.message);
      }
      expectProblem(await cinema.call(method, path, { token }), 'invalid_request');
      expect(await dump(cinema)).toEqual(before);
    });

    test(`${method} ${path} refuses what is not JSON or too large`, async () => {
      const cinema = await open();
      const token = personal ? (await addPerson(cinema)).token : undefined;
      const send = (payload: string, type = 'application/json') =>
        cinema.app.inject({
          method,
          url: `/api/${path}`,
          payload,
          headers: { 'content-type': type, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
        });
      const before = await dump(cinema);
      for (const payload of [
        '{',
        '{"a":1,}',
        "{'a':1}",
        'NaN',
        '{"__proto__":{"a":1}}',
        '{"constructor":{"prototype":1}}',
        `{"__proto__":{"a":1},${JSON.stringify(body).slice(1)}`,
        `{"constructor":{"prototype":{}},${JSON.stringify(body).slice(1)}`,
        '',
      ]) {
        expect((await send(payload)).json()).toMatchObject({ status: 400, code: 'invalid_request' });
      }
      const deep = `${'['.repeat(8000)}${']'.repeat(8000)}`;
      expect((await send(deep)).json()).toMatchObject({ status: 400, code: 'invalid_request' });
      for (const type of [
        'text/plain',
        'application/xml',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        expect((await send(JSON.stringify(body), type)).json()).toMatchObject({ code: 'unsupported_media_type' });
      }
      const tooLarge = JSON.stringify({ ...body, padding: 'x'.repeat(16 * 1024) });
      expect((await send(tooLarge)).json()).toMatchObject({ status: 413, code: 'payload_too_large' });
      expect(await dump(cinema)).toEqual(before);
    });
  }

  test('section 6: without a session every personal call is refused before its body is looked at', async () => {
    const cinema = await open();
    const personal = [
      ...CALLS.filter((call) => call.personal),
      ...PERSONAL_READS.map((path) => ({ method: 'GET', path, body: undefined })),
      { method: 'POST', path: 'user/signout', body: undefined },
    ];
    for (const { method, path, body } of personal) {
      await expectApiError(cinema, 'unauthenticated', () => cinema.call(method, path, { body }));
      await expectApiError(cinema, 'unauthenticated', () => cinema.call(method, path, { token: 'x', body: [] }));
    }
  });

  test.each([
    ['user/tickets', 'movieTicketPrice', '35000'],
    ['user/tickets', 'movieTitle', null],
    ['booked-seats', 'movieId', true],
    ['booked-seats', 'movieId', undefined],
  ])('POST %s names the %s that it refuses for %j', async (path, field, value) => {
    const cinema = await open();
    const { token } = await addPerson(cinema);
    const body = { ...booking({ movieId: 1 }), [field]: value };
    const message = `${field} is missing or not of the right kind`;
    const problem = await expectApiError(cinema, 'invalid_request', () => cinema.call('POST', path, { token, body }));
    expect(problem).toMatchObject({ message, fields: { [field]: message } });
  });
});
