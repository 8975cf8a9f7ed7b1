import { availableParallelism } from 'node:os';
import { describe, expect } from 'vitest';
import { describeOnBothEngines } from './onBothEngines.ts';
import type { CallAnswer, Cinema } from './openCinema.ts';
import { addPerson, PASSWORD, type Person } from './people.ts';
import { withinASecond } from './ownClock.ts';

const WORKERS = Math.max(1, availableParallelism() - 1);
const HOME = '192.0.2.1';
const OFFICE = '198.51.100.9';

function signIn(cinema: Cinema, username: string, address: string, password = PASSWORD): Promise<CallAnswer> {
  return cinema.call('POST', 'user/signin', { address, body: { username, password } });
}

interface Flood {
  readonly send: (cinema: Cinema, attacker: Person) => Promise<CallAnswer>[];
  /** How those are answered that are not turned away. */
  readonly answered: number;
  /** How many are at least: those at work and the share of an account; all, where nobody sends more than a share. */
  readonly served: number;
}

const floods: Readonly<Record<string, Flood>> = {
  '100 right sign-ins to one account': {
    send: (cinema, { id }) => Array.from({ length: 100 }, () => signIn(cinema, `person-${id}`, OFFICE)),
    answered: 201,
    served: WORKERS + 20,
  },
  '100 sign-ins to unknown names from 20 addresses': {
    send: (cinema) =>
      Array.from({ length: 100 }, (_, count) => signIn(cinema, `nobody-${count}`, `203.0.113.${count % 20}`)),
    answered: 401,
    served: 100,
  },
  '60 cancellations of one session': {
    send: (cinema, { token }) =>
      Array.from({ length: 60 }, (_, count) => {
        const body = { ticketId: `none-${count}`, password: PASSWORD };
        return cinema.call('DELETE', 'user/tickets', { token, address: OFFICE, body });
      }),
    answered: 404,
    served: WORKERS + 20,
  },
};

describeOnBothEngines('reliability 39 and 50: a flood of passwords', ({ test }) => {
  describe.each(Object.entries(floods))('%s', (_name, { send, answered, served }) => {
    test('keeps nobody else waiting for a second who signs in there', async ({ cinema }) => {
      const [attacker, owner] = [await addPerson(cinema), await addPerson(cinema)];
      const calls = send(cinema, attacker);
      // When the first is answered, the others wait.
      await Promise.race(calls);
      const { status } = await withinASecond(() => signIn(cinema, `person-${owner.id}`, OFFICE));
      expect(status).toBe(201);
      const answers = await Promise.all(calls);
      const refused = answers.filter((answer) => answer.status === 429);
      expect(answers.filter((answer) => answer.status === answered).length + refused.length).toBe(calls.length);
      expect(calls.length - refused.length).toBeGreaterThanOrEqual(Math.min(served, calls.length));
      for (const { headers } of refused) expect(headers['retry-after']).toBe('2');
    });
  });

  test('from 40 networks keeps no owner waiting who has a session, or signed in there before', async ({ cinema }) => {
    const owner = await addPerson(cinema, { balance: 10_000 });
    const username = `person-${owner.id}`;
    await signIn(cinema, username, HOME);
    let answered = 0;
    const crowd = Array.from({ length: 40 }, async (_, count) => {
      await signIn(cinema, `nobody-${count}`, `203.0.${count}.1`);
      answered += 1;
    });
    const body = { amount: 1000, password: PASSWORD };
    const answers = await Promise.all([
      signIn(cinema, username, HOME),
      cinema.call('PUT', 'user/balance', { token: owner.token, address: OFFICE, body }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    // A visitor who has not been kept waiting is answered before the crowd is, on a slow machine as on a fast one.
    expect(answered).toBeLessThan(crowd.length / 2);
    await Promise.all(crowd);
  });

  test('reliability 22: is turned away with the same words at a name that nobody has', async ({ cinema }) => {
    const { id } = await addPerson(cinema);
    for (const username of [`person-${id}`, 'nobody-here']) {
      const calls = Array.from({ length: 3 * WORKERS + 40 }, () => signIn(cinema, username, OFFICE, 'wrong password'));
      expect((await Promise.all(calls)).map(({ body }) => body)).toContainEqual({
        status: 429,
        code: 'too_many_attempts',
        message: 'Too many attempts. Please wait 2 seconds and try again.',
        retryAfter: 2,
      });
    }
  });
});
