import * as v from 'valibot';
import { expect, test } from 'vitest';
import { sessionUserSchema } from '#contract/user.ts';
import { logOptions } from '../../src/server/http/logOptions.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';

const PASSWORD = 'battery staple';
const WRONG = 'correct horse';
const ADDRESS = '203.0.113.7';
const PERSON = { username: 'alice.wong', displayName: 'Alice Wong', age: 30 };

const lineSchema = v.object({ audit: v.string(), account: v.string() });

/** A log of which the lines about accounts are read. */
function takeLog(level = 'info') {
  const lines: string[] = [];
  const logger = { ...logOptions(level), stream: { write: (line: string) => void lines.push(line) } };
  const written = () => lines.filter((line) => line.includes('"audit":'));
  const events = () => written().map((line) => Object.values(v.parse(lineSchema, JSON.parse(line))));
  return { logger, written, events };
}

async function signUp(cinema: Cinema) {
  const body = { ...PERSON, password: PASSWORD, confirmPassword: PASSWORD };
  return v.parse(sessionUserSchema, (await cinema.call('POST', 'user/signup', { body, address: ADDRESS })).body);
}

describeOnBothEngines('reliability 59: who changed what is written down', ({ open }) => {
  test('sign-up, sign-in and sign-out, refused and changed passwords and withdrawals, with the id of the account', async () => {
    const { logger, events } = takeLog();
    const cinema = await open({ logger });
    const { id, token } = await signUp(cinema);
    const signIn = (password: string, username = PERSON.username) =>
      cinema.call('POST', 'user/signin', { body: { username, password } });
    await signIn(WRONG);
    await signIn(WRONG, 'bob.wong');
    await signIn(PASSWORD);
    await cinema.call('POST', 'user/balance', { token, body: { amount: 200_000 } });
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
    expect(events()).toEqual([
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
    const { logger, written } = takeLog();
    const cinema = await open({ logger });
    const { token } = await signUp(cinema);
    for (const password of [WRONG, PASSWORD]) {
      const body = { username: PERSON.username, password };
      await cinema.call('POST', 'user/signin', { body, address: ADDRESS });
      await cinema.call('PUT', 'user/balance', { token, body: { amount: 1, password }, address: ADDRESS });
    }
    expect(written()).toHaveLength(4);
    for (const secret of [PERSON.username, PERSON.displayName, ADDRESS, PASSWORD, WRONG, token]) {
      expect(written().join()).not.toContain(secret);
    }
  });

  test.each([
    ['error', 1],
    ['silent', 0],
  ])('also when the log says no more than %s', async (level, lines) => {
    const { logger, written } = takeLog(level);
    await signUp(await open({ logger }));
    expect(written()).toHaveLength(lines);
  });
});
