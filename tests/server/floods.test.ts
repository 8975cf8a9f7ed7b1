import { availableParallelism } from 'node:os';
import { describe, expect } from 'vitest';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { REAL_COST, type CallAnswer, type Cinema } from './openCinema.ts';
import { addPerson, cancel, PASSWORD, signIn, withdraw, type Person } from './people.ts';

const WORKERS = Math.max(1, availableParallelism() - 1);
const HOME = '192.0.2.1';
const OFFICE = '198.51.100.9';

/** Simultaneous calls by one account or session, and the status of the calls that are not refused with 429. */
interface Flood {
  readonly send: (cinema: Cinema, attacker: Person) => Promise<CallAnswer>[];
  readonly answered: number;
}

const floods: Readonly<Record<string, Flood>> = {
  '100 sign-ins with the right password to one account': {
    send: (cinema, attacker) => Array.from({ length: 100 }, () => signIn(cinema, attacker, PASSWORD, OFFICE)),
    answered: 201,
  },
  '60 cancellations of one session': {
    send: (cinema, attacker) =>
      Array.from({ length: 60 }, (_, count) =>
        cancel(cinema, attacker, `none-${count}`, PASSWORD, { address: OFFICE }),
      ),
    answered: 404,
  },
};

describeOnAnyEngine('reliability 39 and 50: a flood of passwords', ({ open, test }) => {
  describe.each(Object.entries(floods))('%s', (_name, { send, answered }) => {
    test('does not delay other users who sign in', async ({ cinema }) => {
      const [attacker, owner] = [await addPerson(cinema, REAL_COST), await addPerson(cinema, REAL_COST)];
      let checked = 0;
      const calls = send(cinema, attacker);
      for (const call of calls) void call.then(({ status }) => status === answered && (checked += 1));
      // When the first response arrives, the other calls wait in the queue.
      await Promise.race(calls);
      expect((await signIn(cinema, owner, PASSWORD, OFFICE)).status).toBe(201);
      expect(checked, 'checked before the owner: running checks, and those whose turn came first').toBeLessThanOrEqual(
        2 * WORKERS + 2,
      );
      const refused = (await Promise.all(calls)).filter((answer) => answer.status === 429);
      expect(checked + refused.length).toBe(calls.length);
      // The running checks, and the 20 places of an account in the queue.
      expect(calls.length - refused.length).toBeGreaterThanOrEqual(Math.min(WORKERS + 20, calls.length));
      for (const { headers } of refused) expect(headers['retry-after']).toBe('2');
    });
  });

  test('from many networks does not delay owners with a session or a known address', async () => {
    const cinema = await open(REAL_COST);
    const owner = await addPerson(cinema, { balance: 10_000, ...REAL_COST });
    await signIn(cinema, owner, PASSWORD, HOME);
    let answered = 0;
    const crowd = Array.from({ length: 10 * WORKERS + 10 }, async (_, count) => {
      await signIn(cinema, { username: `nobody-${count}` }, PASSWORD, `203.0.${count}.1`);
      answered += 1;
    });
    const answers = await Promise.all([
      signIn(cinema, owner, PASSWORD, HOME),
      withdraw(cinema, owner, 1000, PASSWORD, { address: OFFICE }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 200]);
    // The owner's calls take turns with the crowd's, so they finish before half of the crowd, however slow the machine is.
    expect(answered).toBeLessThan(crowd.length / 2);
    await Promise.all(crowd);
  });

  test('reliability 22: gets the same response for an unknown name', async () => {
    const cinema = await open(REAL_COST);
    for (const person of [await addPerson(cinema, REAL_COST), { username: 'nobody-here' }]) {
      const calls = Array.from({ length: 3 * WORKERS + 40 }, () => signIn(cinema, person, 'wrong password', OFFICE));
      expect((await Promise.all(calls)).map(({ body }) => body)).toContainEqual({
        status: 429,
        code: 'too_many_attempts',
        message: 'Too many attempts. Please wait 2 seconds and try again.',
        retryAfter: 2,
      });
    }
  });
});
