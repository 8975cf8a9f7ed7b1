import { expect, test } from 'vitest';
import { expectProblem } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { addPerson, booking, PASSWORD } from './people.ts';

const ALLOWED = [
  ['user/signup', 'POST'],
  ['user/signin', 'POST'],
  ['user/signout', 'POST'],
  ['user/info', 'GET, HEAD'],
  ['user/tickets', 'DELETE, GET, HEAD, POST'],
  ['user/balance', 'GET, HEAD, POST, PUT'],
  ['movie', 'GET, HEAD'],
  ['movie/The%20Kid', 'GET, HEAD'],
  ['booked-seats', 'DELETE, POST'],
  ['booked-seats/The%20Kid', 'GET, HEAD'],
  ['health/live', 'GET, HEAD'],
  ['health/ready', 'GET, HEAD'],
  ['docs', 'GET, HEAD'],
  ['docs/json', 'GET, HEAD'],
] as const;

describeOnBothEngines('reliability 19 and 20: protocol', ({ open }) => {
  test('a known path refuses the methods it does not know and names those it does', async () => {
    const cinema = await open();
    for (const [path, allow] of ALLOWED) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (allow.split(', ').includes(method)) continue;
        const answer = await cinema.call(method, path, method === 'GET' ? {} : { body: 'x' });
        expectProblem(answer, 'method_not_allowed');
        expect(answer.headers['allow']).toBe(allow);
      }
    }
  });

  test('an unknown path of the API is not found, whatever is accepted', async () => {
    const cinema = await open();
    for (const path of [
      '',
      'nothing',
      'user',
      'user/info/',
      'user//info',
      'movie/a/b',
      'USER/INFO',
      '../user/nothing',
    ]) {
      expectProblem(await cinema.call('GET', path, { headers: { accept: 'text/html' } }), 'not_found');
    }
    expectProblem(await cinema.call('POST', 'nothing', { body: {} }), 'not_found');
  });

  test('HEAD answers what GET does, without the body', async () => {
    const cinema = await open();
    const { token } = await addPerson(cinema);
    for (const path of [
      'movie',
      'movie/The%20Kid',
      'user/info',
      'user/tickets',
      'user/balance',
      'health/live',
      'health/ready',
    ]) {
      const [head, get] = [await cinema.call('HEAD', path, { token }), await cinema.call('GET', path, { token })];
      expect([path, head.status, head.body]).toEqual([path, 200, '']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
    }
    expect((await cinema.call('HEAD', 'user/info')).status).toBe(401);
  });

  test.each(['movie/%', 'movie/%zz', 'movie/%E0%A4%A', 'booked-seats/%ff'])(
    'the broken encoding %s is refused',
    async (path) => {
      const cinema = await open();
      expectProblem(await cinema.call('GET', path), 'invalid_request');
    },
  );

  test('reliability 27: nothing personal is kept by a browser or a cache', async () => {
    const cinema = await open();
    const { id, token } = await addPerson(cinema, { balance: 100_000 });
    const body = { username: `person-${id}`, password: PASSWORD };
    for (const answer of [
      await cinema.call('POST', 'user/signin', { body }),
      await cinema.call('GET', 'user/info', { token }),
      await cinema.call('GET', 'user/balance', { token }),
      await cinema.call('POST', 'user/tickets', { token, body: booking() }),
      await cinema.call('GET', 'user/tickets', { token }),
      await cinema.call('GET', 'user/transactions', { token }),
      await cinema.call('GET', 'user/info'),
    ]) {
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('reliability 29: no other origin is let in and no cookie is set', async () => {
    const cinema = await open();
    const answer = await cinema.call('GET', 'movie', { headers: { origin: 'https://example.org' } });
    expect(Object.keys(answer.headers).filter((name) => /^access-control|^set-cookie/.test(name))).toEqual([]);
  });

  test('a database out of reach is unavailable for now, without a word of why', async () => {
    const cinema = await open();
    const { token } = await addPerson(cinema, { balance: 100_000 });
    await cinema.db.schema.dropTable('schema_migrations').execute();
    const ready = await cinema.call('GET', 'health/ready');
    expectProblem(ready, 'unavailable');
    expect(ready.headers['retry-after']).toBe('1');
    expect((await cinema.call('GET', 'health/live')).body).toEqual({ status: 'live' });
    await cinema.db.schema.dropTable('booked_seats').execute();
    const broken = await cinema.call('POST', 'user/tickets', { token, body: booking() });
    expect(broken.body).toEqual({
      status: 500,
      code: 'internal',
      message: 'Something went wrong. Please try again.',
    });
  });
});
