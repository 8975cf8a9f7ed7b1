import * as v from 'valibot';
import { expect, test } from 'vitest';
import { theKid } from './catalogueMovies.ts';
import { describeOnSqlite } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { booking, PASSWORD, signUpForm } from './people.ts';

const entered = v.looseObject({ token: v.string() });
const failed = v.looseObject({ message: v.string() });

/**
 * An HTTP client that follows section 7 exactly. Every request has the content type JSON and an authorization header,
 * which is `Bearer null` when signed out. `send` throws when the response is an error. It sends no Idempotency-Key.
 */
async function openOriginalClient({ app, unlisted }: Cinema) {
  const url = await app.listen({ port: 0 });
  let token: string | null = null;

  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/api/${encodeURI(path)}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: body === undefined ? null : JSON.stringify(body),
    });
    expect(unlisted).toEqual([]);
    const sent: unknown = await answer.json();
    if (!answer.ok) throw new Error(v.parse(failed, sent).message);
    return sent;
  };

  const enter = async (path: string, form: object) => {
    const user = v.parse(entered, await send('POST', path, form));
    token = user.token;
    return user;
  };
  const signOut = () => {
    token = null;
  };
  return { send, enter, signOut };
}

const UNKNOWN_FIELDS = {
  user: { role: 'admin' },
  movie: theKid,
  createdAt: null,
  _id: 1,
  id: 'mine',
  role: 'admin',
  balance: 1_000_000,
};
const TONIGHT = { showtimeDate: '05 Mar', showtimeTime: '20.35' };
const SEATS = 'booked-seats/The Kid?showtimeDate=05 Mar&showtimeTime=20.35';

describeOnSqlite('section 7: a client written for the original API', ({ open }) => {
  test.each([
    ['with the specified payloads', {}],
    ['with unknown fields in every payload', UNKNOWN_FIELDS],
  ])('signs up, pays, buys, cancels, withdraws and signs in without an error, %s', async (_name, more) => {
    const cinema = await open();
    const { send, enter, signOut } = await openOriginalClient(cinema);
    const balance = () => send('GET', 'user/balance');

    expect(await send('GET', 'movie')).toMatchObject([{ title: 'The Kid' }, { title: 'Nosferatu' }]);
    expect(await send('GET', 'movie/The Kid')).toEqual(theKid);
    expect(await send('GET', 'booked-seats/The Kid?showtimeDate=null&showtimeTime=null')).toEqual([]);
    expect(await send('GET', SEATS)).toMatchObject([{ seatNumbers: [] }]);

    const signedUp = await enter('user/signup', signUpForm({ age: '30', ...more }));
    const alice = { username: 'alice.wong', displayName: 'Alice Wong', age: 30 };
    expect(await send('GET', 'user/info')).toEqual({ ...alice, id: signedUp['id'], balance: 0 });
    expect(signedUp).toMatchObject({ ...alice, balance: 0 });
    expect(await send('GET', 'user/tickets')).toEqual([]);

    for (const payment of [{ amount: 50_000 }, { amount: 50_000, password: null }, { amount: '100000', password: '' }])
      await send('POST', 'user/balance', { ...payment, ...more });
    expect(await balance()).toEqual({ balance: 200_000 });

    const seats = { ...booking({ seatNumbers: [13, 12] }), ...more };
    const ticket = await send('POST', 'user/tickets', seats);
    expect(ticket).toMatchObject({
      ...TONIGHT,
      seatNumbers: [12, 13],
      movieTitle: 'The Kid',
      moviePoster: theKid.poster_url,
      bookingTime: expect.any(String),
    });
    expect(await send('POST', 'booked-seats', { ...seats, movieId: theKid.id })).toEqual(ticket);
    expect(await send('GET', SEATS)).toMatchObject([{ seatNumbers: [12, 13] }]);
    expect(await send('GET', 'user/tickets')).toEqual([ticket]);
    expect(await balance()).toEqual({ balance: 130_000 });

    const { id: ticketId } = v.parse(v.looseObject({ id: v.string() }), ticket);
    await send('DELETE', 'user/tickets', { ticketId, password: PASSWORD, ...more });
    const released = await send('DELETE', 'booked-seats', { ...seats, movieTitle: 'The Kid' });
    expect(released).toBe('The seats of a cancelled ticket are free again');
    expect(await send('GET', SEATS)).toMatchObject([{ seatNumbers: [] }]);
    expect(await send('GET', 'user/tickets')).toEqual([]);

    for (const amount of [50_000, '150000']) await send('PUT', 'user/balance', { amount, password: PASSWORD, ...more });
    expect(await balance()).toEqual({ balance: 0 });

    signOut();
    const signedIn = await enter('user/signin', { username: 'alice.wong', password: PASSWORD, ...more });
    expect({ ...signedIn, token: '' }).toEqual({ ...signedUp, token: '' });
  });
});
