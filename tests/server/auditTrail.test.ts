import * as v from 'valibot';
import { expect, test } from 'vitest';
import { describeOnBothEngines } from './onBothEngines.ts';
import { signUp, topUp } from './people.ts';
import { takeLog } from './takeLog.ts';

const PASSWORD = 'battery staple';
const WRONG = 'correct horse';
const ADDRESS = '203.0.113.7';
const USERNAME = 'alice.wong';
const NEW = { password: PASSWORD, confirmPassword: PASSWORD };

const lineSchema = v.object({ audit: v.string(), account: v.string() });

/** The lines about accounts. */
const aboutAccounts = (lines: readonly string[]) => lines.filter((line) => line.includes('"audit":'));

describeOnBothEngines('reliability 59: who changed what is written down', ({ open }) => {
  test('sign-up, sign-in and sign-out, refused and changed passwords and withdrawals, with the id of the account', async () => {
    const { logger, lines } = takeLog('info');
    const cinema = await open({ logger });
    const { id, token } = await signUp(cinema, NEW);
    const signIn = (password: string, username = USERNAME) =>
      cinema.call('POST', 'user/signin', { body: { username, password } });
    await signIn(WRONG);
    await signIn(WRONG, 'bob.wong');
    await signIn(PASSWORD);
    await topUp(cinema, { token }, 200_000);
    const withdraw = (password: string, amount: number, key = `${amount}`) =>
      cinema.call('PUT', 'user/balance', { token, key, body: { amount, password } });
    await withdraw(WRONG, 1);
    await withdraw(PASSWORD, 400_000);
    await withdraw(PASSWORD, 50_000);
    await withdraw(PASSWORD, 50_000);
    await cinema.call('DELETE', 'user/tickets', { token, body: { ticketId: 'none', password: WRONG } });
    await cinema.call('DELETE', 'user/sessions', { token });
    for (const password of [WRONG, PASSWORD]) {
      await cinema.call('PUT', 'user/password', { token, body: { password, newPassword: 'paper clips 9' } });
    }
    const out = await cinema.call('POST', 'user/signout', { token });
    expect(out.status).toBeLessThan(300);
    const events = aboutAccounts(lines).map((line) => Object.values(v.parse(lineSchema, JSON.parse(line))));
    expect(events).toEqual([
      ['signed_up', id],
      ['password_refused', id],
      ['password_refused', 'none'],
      ['signed_in', id],
      ['password_refused', id],
      ['withdrew', id],
      ['password_refused', id],
      ['signed_out_elsewhere', id],
      ['password_refused', id],
      ['password_changed', id],
      ['signed_out', id],
    ]);
  });

  test('without name, address, password or token', async () => {
    const { logger, lines } = takeLog('info');
    const cinema = await open({ logger });
    const { token } = await signUp(cinema, NEW, ADDRESS);
    for (const password of [WRONG, PASSWORD]) {
      await cinema.call('POST', 'user/signin', { body: { username: USERNAME, password }, address: ADDRESS });
      await cinema.call('PUT', 'user/balance', { token, body: { amount: 1, password }, address: ADDRESS });
    }
    expect(aboutAccounts(lines)).toHaveLength(4);
    for (const secret of [USERNAME, 'Alice Wong', ADDRESS, PASSWORD, WRONG, token])
      expect(aboutAccounts(lines).join()).not.toContain(secret);
  });

  test.each([
    ['error', 1],
    ['silent', 0],
  ])('also when the log says no more than %s', async (level, count) => {
    const { logger, lines } = takeLog(level);
    await signUp(await open({ logger }));
    expect(aboutAccounts(lines)).toHaveLength(count);
  });
});
