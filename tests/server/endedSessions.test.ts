import { Readable } from 'node:stream';
import { expect } from 'vitest';
import { theKid } from './catalogueMovies.ts';
import { dump } from './books.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import type { Cinema, Method } from './openCinema.ts';
import { addPerson, booking, buy, heldBy, PASSWORD, signInAgain, type Person } from './people.ts';

const DAY = 86_400_000;

interface Sent {
  readonly name: string;
  readonly method: Exclude<Method, 'GET' | 'HEAD' | 'OPTIONS'>;
  readonly path: string;
  readonly status: number;
  /** Prepares the call and returns its body. */
  readonly prepare: (cinema: Cinema, person: Person) => Promise<unknown>;
}

/** Every command, and the release of a hold. */
const sent: readonly Sent[] = [
  { name: 'a purchase', method: 'POST', path: 'user/tickets', status: 201, prepare: async () => booking() },
  {
    name: 'a cancellation',
    method: 'DELETE',
    path: 'user/tickets',
    status: 200,
    prepare: async (cinema, person) => ({ ticketId: (await buy(cinema, person)).id, password: PASSWORD }),
  },
  { name: 'a top-up', method: 'POST', path: 'user/balance', status: 200, prepare: async () => ({ amount: 1000 }) },
  {
    name: 'a withdrawal',
    method: 'PUT',
    path: 'user/balance',
    status: 200,
    prepare: async () => ({ amount: 1000, password: PASSWORD }),
  },
  {
    name: 'a change of password',
    method: 'PUT',
    path: 'user/password',
    status: 200,
    prepare: async () => ({ password: PASSWORD, newPassword: 'curtain-in-row-f' }),
  },
  {
    name: 'a hold',
    method: 'POST',
    path: 'holds',
    status: 201,
    prepare: async () => ({
      movieTitle: theKid.title,
      showtimeDate: '05 Mar',
      showtimeTime: '20.35',
      seatNumbers: [12, 13],
      shared: true,
    }),
  },
  {
    name: 'the release of a hold',
    method: 'DELETE',
    path: 'holds',
    status: 204,
    prepare: async (cinema, person) => ({ id: (await heldBy(cinema, person, [12])).id }),
  },
];

/** Sends a call whose body arrives only after `beforeBody`, and with it after the session of the caller was found. */
function sendSlowly(
  { app }: Cinema,
  { token }: Person,
  { method, path }: Pick<Sent, 'method' | 'path'>,
  { body, beforeBody }: { readonly body: unknown; readonly beforeBody: () => Promise<unknown> },
) {
  const payload = Readable.from(
    (async function* () {
      await beforeBody();
      yield JSON.stringify(body);
    })(),
  );
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': 'k' };
  return app.inject({ method, url: `/api/${path}`, headers, payload });
}

describeOnAnyEngine('reliability 6: a request whose session ends while its body arrives', ({ test }) => {
  test.for(sent)('changes nothing: $name', async (call, { cinema }) => {
    const owner = await addPerson(cinema, { balance: 100_000 });
    const phone = await signInAgain(cinema, owner);
    const body = await call.prepare(cinema, phone);
    let before: unknown;
    const refused = await sendSlowly(cinema, phone, call, {
      body,
      async beforeBody() {
        const { body: answer } = await cinema.call('DELETE', 'user/sessions', { token: owner.token });
        expect(answer).toEqual({ ended: 1 });
        before = await dump(cinema);
      },
    });
    expect([refused.statusCode, refused.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
    expect(await dump(cinema)).toEqual(before);

    const carriedOut = await sendSlowly(cinema, owner, call, { body, beforeBody: async () => undefined });
    expect(carriedOut.statusCode, 'the same request with a session that has not ended').toBe(call.status);
  });

  test('changes nothing when the session expires', async ({ cinema }) => {
    const person = await addPerson(cinema, { balance: 100_000 });
    const before = await dump(cinema);
    const refused = await sendSlowly(
      cinema,
      person,
      { method: 'POST', path: 'user/balance' },
      { body: { amount: 1000 }, beforeBody: async () => (cinema.clock.now += 30 * DAY) },
    );
    expect([refused.statusCode, refused.json()]).toMatchObject([401, { code: 'unauthenticated' }]);
    expect(await dump(cinema)).toEqual(before);
  });
});
