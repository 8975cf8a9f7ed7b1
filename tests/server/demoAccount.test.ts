import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { TICKETS_ON_A_PAGE } from '#contract/ticket.ts';
import { sessionUserSchema, signUpSchema } from '#contract/user.ts';
import { isCommonPassword } from '../../src/server/auth/passwords.ts';
import { demoAccount, seedDemoAccount } from '../../src/server/demoAccount.ts';
import { findCredentials } from '../../src/server/store/accounts.ts';
import { listTickets } from '../../src/server/store/tickets.ts';
import { describeOnAnyEngine, describeOnSqlite } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { startServerProcess } from './startServerProcess.ts';

const DAY = 24 * 3_600_000;

const seed = ({ db, clock, zone }: Cinema) => seedDemoAccount(db, { now: clock.now, zone });

async function visitorOf({ db, clock }: Cinema) {
  const user = (await findCredentials(db, demoAccount))?.user;
  const tickets = await listTickets(db, { userId: user?.id ?? '', limit: TICKETS_ON_A_PAGE });
  return { balance: user?.balance, isExpired: tickets.map(({ startsAt }) => Date.parse(startsAt) <= clock.now) };
}

test('the demo account satisfies the rules of sign-up', () => {
  const signUp = { ...demoAccount, confirmPassword: demoAccount.password };
  expect(v.parse(signUpSchema, signUp)).toEqual(signUp);
  expect(isCommonPassword(demoAccount.password)).toBe(false);
});

describeOnAnyEngine('the demo account', ({ test }) => {
  test('has a balance, an expired and a valid ticket, can sign in, and gets new tickets after they expire', async ({
    cinema,
  }) => {
    await seed(cinema);
    await seed(cinema);
    expect(await visitorOf(cinema)).toEqual({ balance: 860_000, isExpired: [false, true] });
    const { username, password, displayName } = demoAccount;
    const answer = await cinema.call('POST', 'user/signin', { body: { username, password } });
    expect(v.parse(sessionUserSchema, answer.body)).toMatchObject({ displayName, balance: 860_000 });
    cinema.clock.now += 3 * DAY;
    await seed(cinema);
    expect(await visitorOf(cinema)).toEqual({ balance: 1_290_000, isExpired: [false, true, true] });
  });
});

describeOnSqlite('the development server', ({ location }) => {
  test('prints the demo account, which the production server does not have', async () => {
    const where = await location();
    const product = startServerProcess(where.variables);
    await product.url;
    await product.stop();
    expect(await findCredentials(where.connect().db, demoAccount)).toBeUndefined();

    const server = startServerProcess(where.variables, 'dev.ts');
    const saying = `Sign in as ${demoAccount.username} with the password ${demoAccount.password}`;
    await vi.waitUntil(() => server.output().includes(saying), { timeout: 20_000 });
    await server.stop();
    expect(await findCredentials(where.connect().db, demoAccount)).toBeDefined();
  });
});
