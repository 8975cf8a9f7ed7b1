import * as v from 'valibot';
import { expect, test } from 'vitest';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { takeLog } from './openCinema.ts';
import { cancel, signIn, signUp, topUp, withdraw } from './people.ts';

const PASSWORD = 'battery staple';
const WRONG = 'correct horse';
const ADDRESS = '203.0.113.7';
const USERNAME = 'alice.wong';

const lineSchema = v.object({ audit: v.string(), account: v.string() });

/** The account events of a log. */
const aboutAccounts = (lines: readonly string[]) => lines.filter((line) => line.includes('"audit":'));

describeOnAnyEngine('reliability 59: the log of account events', ({ open }) => {
  test('contains sign-ups, sign-ins, sign-outs, refused and changed passwords and withdrawals, with the account\u2019s id and nothing personal', async () => {
    const { logger, lines } = takeLog('info');
    const cinema = await open({ logger });
    const { id, token } = await signUp(cinema, { password: PASSWORD, confirmPassword: PASSWORD }, ADDRESS);
    for (const [password, username] of [
      [WRONG, USERNAME],
      [WRONG, 'bob.wong'],
      [PASSWORD, USERNAME],
    ] as const)
      await signIn(cinema, { username }, password, ADDRESS);
    await topUp(cinema, { token }, 200_000);
    for (const [password, amount] of [
      [WRONG, 1],
      [PASSWORD, 400_000],
      [PASSWORD, 50_000],
      [PASSWORD, 50_000],
    ] as const)
      await withdraw(cinema, { token }, amount, password, { key: `${amount}`, address: ADDRESS });
    await cancel(cinema, { token }, 'none', WRONG);
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
    for (const secret of [USERNAME, 'Alice Wong', ADDRESS, PASSWORD, WRONG, token])
      expect(aboutAccounts(lines).join()).not.toContain(secret);
  });
});
