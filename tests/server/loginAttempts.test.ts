import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { expect } from 'vitest';
import { sessionUserSchema } from '#contract/user.ts';
import { countFailedAttempt } from '../../src/server/store/loginAttempts.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { countByStatus, openCinema, type Cinema } from './openCinema.ts';
import { buy, cancel, PASSWORD, signUp, topUp, withdraw } from './people.ts';
import { withinASecond } from './ownClock.ts';

const USERNAME = 'alice.wong';
const HOME = '192.0.2.1';
const STRANGER = '203.0.113.7';
const ON_THE_WAY = '198.51.100.9';
/** The client's address of calls that specify none. */
const HERE = '127.0.0.1';
const MINUTE = 60_000;
const DAY = 86_400_000;

function signIn(cinema: Cinema, address: string, password = 'wrong password', username = USERNAME) {
  return cinema.call('POST', 'user/signin', { address, body: { username, password } });
}

async function failToSignIn(cinema: Cinema, times: number, address: string, username = USERNAME) {
  for (let count = 0; count < times; count += 1) {
    expectProblem(await signIn(cinema, address, 'wrong password', username), 'wrong_credentials');
  }
}

/** Records `times` failed sign-ins, each to a different account, without hashing a password. */
async function haveFailed({ db, clock }: Cinema, times: number, addressOf: (count: number) => string) {
  for (let count = 0; count < times; count += 1) {
    const attempt = { at: 'sign-in', username: `somebody-${count}`, address: addressOf(count) } as const;
    await countFailedAttempt(db, { attempt, known: false, now: clock.now });
  }
}

describeOnAnyEngine('reliability 24: guessing is throttled', ({ test }) => {
  test('after five wrong passwords each further attempt waits longer, and the right password signs in', async ({
    cinema,
  }) => {
    await signUp(cinema, {}, HOME);
    await failToSignIn(cinema, 5, STRANGER);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      const refused = await signIn(cinema, STRANGER);
      expect(expectProblem(refused, 'too_many_attempts').retryAfter).toBe(seconds);
      expect(refused.headers['retry-after']).toBe(String(seconds));
      cinema.clock.now += seconds * 1000 - 1;
      expectProblem(await signIn(cinema, STRANGER, PASSWORD), 'too_many_attempts');
      cinema.clock.now += 1;
      expectProblem(await signIn(cinema, STRANGER), 'wrong_credentials');
    }
    cinema.clock.now += 5 * MINUTE;
    expect((await signIn(cinema, STRANGER, PASSWORD)).status).toBe(201);
    await failToSignIn(cinema, 5, STRANGER);
  });

  test('an attacker elsewhere does not delay the owner at an address known for at most 180 days', async ({
    cinema,
  }) => {
    await signUp(cinema, {}, HOME);
    cinema.clock.now += 179 * DAY;
    await failToSignIn(cinema, 5, STRANGER);
    for (const address of [STRANGER, ON_THE_WAY])
      expectProblem(await signIn(cinema, address, PASSWORD), 'too_many_attempts');
    expect((await signIn(cinema, HOME, PASSWORD)).status).toBe(201);
    await failToSignIn(cinema, 5, HOME);
    expectProblem(await signIn(cinema, HOME, PASSWORD), 'too_many_attempts');
    cinema.clock.now += 1000;
    expect((await signIn(cinema, HOME, PASSWORD)).status).toBe(201);
  });

  test('a sign-in makes its address known', async ({ cinema }) => {
    await signUp(cinema, {}, HOME);
    expect((await signIn(cinema, ON_THE_WAY, PASSWORD)).status).toBe(201);
    await failToSignIn(cinema, 5, STRANGER);
    expect((await signIn(cinema, ON_THE_WAY, PASSWORD)).status).toBe(201);
  });

  test('an address stays known while the owner keeps signing in from it', async ({ cinema }) => {
    await signUp(cinema, {}, HOME);
    cinema.clock.now += 100 * DAY;
    expect((await signIn(cinema, HOME, PASSWORD)).status).toBe(201);
    cinema.clock.now += 100 * DAY;
    await failToSignIn(cinema, 5, STRANGER);
    expect((await signIn(cinema, HOME, PASSWORD)).status).toBe(201);
  });

  test('a sign-in of the owner after a typing error does not reset an attacker\u2019s counter', async ({ cinema }) => {
    await signUp(cinema, {}, HOME);
    await failToSignIn(cinema, 5, STRANGER);
    await failToSignIn(cinema, 1, HOME);
    expect((await signIn(cinema, HOME, PASSWORD)).status).toBe(201);
    expectProblem(await signIn(cinema, STRANGER), 'too_many_attempts');
  });

  test('a sign-in of the owner resets the owner\u2019s counter', async ({ cinema }) => {
    await signUp(cinema, {}, HOME);
    await failToSignIn(cinema, 4, HOME);
    expect((await signIn(cinema, HOME, PASSWORD)).status).toBe(201);
    await failToSignIn(cinema, 5, HOME);
    expectProblem(await signIn(cinema, HOME, PASSWORD), 'too_many_attempts');
  });

  test.for([
    { who: 'an IPv4 address', addressOf: () => STRANGER, elsewhere: '203.0.113.8' },
    {
      who: 'an IPv6 /64',
      addressOf: (count: number) => `2001:db8:1:2::${count + 1}`,
      elsewhere: '2001:db8:2:2::1',
    },
    {
      who: 'an IPv6 /48',
      addressOf: (count: number) => `2001:db8:1:${count + 1}::1`,
      elsewhere: '2001:db8:2:1::1',
    },
  ])('$who that tries many accounts must wait, others need not', async ({ addressOf, elsewhere }, { cinema }) => {
    await haveFailed(cinema, 96, addressOf);
    await failToSignIn(cinema, 4, addressOf(200), 'somebody');
    expectProblem(await signIn(cinema, addressOf(201), PASSWORD, 'somebody-else'), 'too_many_attempts');
    await failToSignIn(cinema, 1, elsewhere, 'somebody-else');
    cinema.clock.now += 60 * MINUTE;
    await failToSignIn(cinema, 2, addressOf(202), 'somebody-else');
  });

  test('a sign-in makes all addresses of its IPv6 network known', async ({ cinema }) => {
    await signUp(cinema, {}, '2001:db8:1:2::1');
    await failToSignIn(cinema, 5, STRANGER);
    expect((await signIn(cinema, '2001:db8:1:2:3:4:5:6', PASSWORD)).status).toBe(201);
    expectProblem(await signIn(cinema, '2001:db8:1:3::1', PASSWORD), 'too_many_attempts');
  });

  test('simultaneous attempts are counted like consecutive ones', async ({ cinema }) => {
    await signUp(cinema, {}, HOME);
    const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(cinema, STRANGER)));
    const { 401: received = 0, 429: refused = 0 } = countByStatus(answers);
    expect(received + refused).toBe(40);
    expect(received).toBeLessThan(5 + Math.max(1, availableParallelism() - 1));
  });

  test('the counters survive a restart of the server', async ({ cinema }) => {
    await signUp(cinema, {}, HOME);
    await failToSignIn(cinema, 5, STRANGER);
    const restarted = await openCinema(cinema, { now: cinema.clock.now });
    expectProblem(await signIn(restarted, STRANGER, PASSWORD), 'too_many_attempts');
    await restarted.app.close();
  });

  test('counters expire after a day without attempts, and a clock set back locks no user out', async ({ cinema }) => {
    await signUp(cinema, {}, HOME);
    await failToSignIn(cinema, 5, STRANGER);
    cinema.clock.now -= DAY;
    expectProblem(await signIn(cinema, STRANGER), 'wrong_credentials');
    cinema.clock.now += DAY;
    await failToSignIn(cinema, 5, STRANGER);
  });

  test('reliability 22: an unknown user name is throttled like a known one', async ({ cinema }) => {
    await signUp(cinema, {}, HOME);
    const refused = [];
    for (const username of [USERNAME, 'nobody.here']) {
      await failToSignIn(cinema, 5, STRANGER, username);
      const { body, headers } = await signIn(cinema, STRANGER, 'wrong password', username);
      refused.push([body, headers['retry-after']]);
    }
    expect(refused[1]).toEqual(refused[0]);
  });
});

describeOnAnyEngine('reliability 46: wrong passwords of an attacker', ({ test }) => {
  test('never keep a signed-in owner from their money', async ({ cinema }) => {
    const owner = await signUp(cinema, {}, HOME);
    await topUp(cinema, owner, 50_000);
    const { id } = await buy(cinema, owner);
    for (const attacker of [STRANGER, HOME]) {
      await failToSignIn(cinema, 5, attacker);
      expectProblem(await signIn(cinema, attacker, PASSWORD), 'too_many_attempts');
    }
    for (const request of [
      () => withdraw(cinema, owner, 1000, PASSWORD, { address: HOME }),
      () => withdraw(cinema, owner, 1000, PASSWORD, { address: ON_THE_WAY }),
      () => cancel(cinema, owner, id, PASSWORD, { address: ON_THE_WAY }),
    ])
      expect((await withinASecond(request)).status).toBe(200);
  });

  test('reliability 24: within a session count together, and delay no sign-in and no other session', async ({
    cinema,
  }) => {
    const stolen = await signUp(cinema, {}, HERE);
    await topUp(cinema, stolen, 50_000);
    const { id } = await buy(cinema, stolen);
    const cancelIt = (password: string) => cancel(cinema, stolen, id, password);
    const takeOut = (password: string) => withdraw(cinema, stolen, 1000, password);
    const change = (password: string) => {
      const body = { password, newPassword: 'curtain-in-row-f' };
      return cinema.call('PUT', 'user/password', { token: stolen.token, body });
    };
    for (const request of [cancelIt, takeOut, change, takeOut, change])
      await expectApiError(cinema, 'wrong_password', () => request('wrong password'));
    for (const request of [cancelIt, takeOut, change]) expectProblem(await request(PASSWORD), 'too_many_attempts');
    const signedIn = await withinASecond(() => signIn(cinema, HERE, PASSWORD));
    const { token } = v.parse(sessionUserSchema, signedIn.body);
    expect((await withinASecond(() => withdraw(cinema, { token }, 1000))).status).toBe(200);
    cinema.clock.now += 1000;
    expect((await cancelIt(PASSWORD)).status).toBe(200);
    expectProblem(await takeOut('wrong password'), 'wrong_password');
  });
});

describeOnAnyEngine('reliability 23: sign-up', ({ test }) => {
  test('an address can send 1,200 sign-ups a minute, and further ones must wait', async ({ cinema }) => {
    const send = () => cinema.call('POST', 'user/signup', { body: {}, address: HOME });
    for (let count = 0; count < 1200; count += 1) expect((await send()).status).toBe(400);
    const refused = await send();
    expectProblem(refused, 'too_many_attempts');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await cinema.call('POST', 'user/signup', { body: {}, address: STRANGER })).status).toBe(400);
    expectProblem(await signIn(cinema, HOME), 'wrong_credentials');
  });
});
