import * as v from 'valibot';
import { expect } from 'vitest';
import { sessionUserSchema, userSchema } from '#contract/user.ts';
import { dump } from './books.ts';
import { countByStatus } from './countByStatus.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { foldUsernames } from '../../src/server/db/migrations/0008-folded-usernames.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { addPerson, isSignedIn, PASSWORD, signInAgain, signUp, signUpForm } from './people.ts';

const DAY = 86_400_000;

async function signIn(cinema: Cinema, username = 'alice.wong', password = PASSWORD) {
  return cinema.call('POST', 'user/signin', { body: { username, password } });
}

describeOnBothEngines('section 4, Session', ({ test }) => {
  test('signing up gives the user with balance 0 and a token that works; signing in the same user and another token', async ({
    cinema,
  }) => {
    const signedUp = await signUp(cinema);
    const { token, ...user } = signedUp;
    expect(user).toEqual({ id: user.id, username: 'alice.wong', displayName: 'Alice Wong', age: 30, balance: 0 });
    const info = await cinema.call('GET', 'user/info', { token });
    expect(info.status).toBe(200);
    expect(v.parse(v.strictObject(userSchema.entries), info.body)).toEqual(user);
    const signedIn = v.parse(v.strictObject(sessionUserSchema.entries), (await signIn(cinema)).body);
    expect({ ...signedIn, token }).toEqual(signedUp);
    expect(signedIn.token).not.toBe(token);
    expect(await isSignedIn(cinema, signedIn)).toBe(true);
  });

  test('LOG OUT revokes the token sent and no other', async ({ cinema }) => {
    const { token, id } = await addPerson(cinema);
    const other = await signInAgain(cinema, { token, id });
    const answer = await cinema.call('POST', 'user/signout', { token });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expectProblem(await cinema.call('GET', 'user/info', { token }), 'unauthenticated');
    expect(await isSignedIn(cinema, other)).toBe(true);
  });

  test('reliability 21: only the hash of a token and of a password is stored', async ({ cinema }) => {
    const { token } = await signUp(cinema);
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify(await dump(cinema));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('reliability 21: a session ends after 30 days unused', async ({ cinema }) => {
    const person = await signUp(cinema);
    cinema.clock.now += 30 * DAY - 1;
    expect(await isSignedIn(cinema, person)).toBe(true);
    cinema.clock.now += 30 * DAY;
    expect(await isSignedIn(cinema, person)).toBe(false);
  });

  test('reliability 21: a session ends after 180 days, however much it is used', async ({ cinema }) => {
    const person = await signUp(cinema);
    for (let week = 0; week < 25; week += 1) {
      cinema.clock.now += 7 * DAY;
      expect(await isSignedIn(cinema, person)).toBe(true);
    }
    cinema.clock.now += 5 * DAY;
    expect(await isSignedIn(cinema, person)).toBe(false);
  });

  test('reliability 21: beyond 20 sessions the oldest ends', async ({ cinema }) => {
    const person = await addPerson(cinema);
    const sessions = [person];
    while (sessions.length < 21) {
      cinema.clock.now += 1;
      sessions.push(await signInAgain(cinema, person));
    }
    const signedIn = await Promise.all(sessions.map((each) => isSignedIn(cinema, each)));
    expect(signedIn).toEqual(sessions.map((_, index) => index > 0));
    expect(await cinema.db.selectFrom('sessions').selectAll().execute()).toHaveLength(20);
  });

  test('reliability 22: an unknown user and a wrong password are refused alike', async ({ cinema }) => {
    await signUp(cinema);
    const wrong = await expectApiError(cinema, 'wrong_credentials', () => signIn(cinema, 'alice.wong', 'not the word'));
    const unknown = await expectApiError(cinema, 'wrong_credentials', () => signIn(cinema, 'nobody.here'));
    const nul = await expectApiError(cinema, 'wrong_credentials', () => signIn(cinema, 'nobody\0here'));
    expect(unknown).toEqual(wrong);
    expect(nul).toEqual(wrong);
  });

  test('reliability 18: a name is taken however it is written, and signs in so', async ({ cinema }) => {
    await signUp(cinema, { username: 'straße.kino' });
    for (const username of ['straße.kino', 'STRASSE.kino', '\uFF53trasse.Kino']) {
      const body = signUpForm({ username });
      await expectApiError(cinema, 'username_taken', () => cinema.call('POST', 'user/signup', { body }));
      expect((await signIn(cinema, username)).status).toBe(201);
    }
  });

  test('reliability 18: accounts of the time before that are folded, and both of two that become one name still sign in', async ({
    cinema,
  }) => {
    const names = ['straße.kino', 'strasse.bahn', 'straße.bahn'];
    for (const [index, username] of names.entries()) {
      const { id } = await signUp(cinema, { username: `former.${index}` });
      await cinema.db.updateTable('users').set({ username, username_key: username }).where('id', '=', id).execute();
    }
    await foldUsernames(cinema.db);
    for (const username of names) expect((await signIn(cinema, username)).body).toMatchObject({ username });
    expect((await signIn(cinema, 'STRASSE.kino')).body).toMatchObject({ username: 'straße.kino' });
  });

  test('reliability 18: of ten people who take one name at once, one gets it', async ({ cinema }) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => cinema.call('POST', 'user/signup', { body: signUpForm() })),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 9 });
  });

  test('reliability 25: a password is kept as it is: spaces, case and form count', async ({ cinema }) => {
    const password = '  p\u00E5ssword\0 ';
    await signUp(cinema, { password, confirmPassword: password });
    expect((await signIn(cinema, 'alice.wong', password)).status).toBe(201);
    for (const other of [password.trim(), password.toUpperCase(), password.normalize('NFD')]) {
      expectProblem(await signIn(cinema, 'alice.wong', other), 'wrong_credentials');
    }
  });

  test('section 6: a call without a token that is one is unauthenticated', async ({ cinema }) => {
    await addPerson(cinema);
    for (const authorization of ['', 'Basic YTpi', 'Bearer', 'Bearer nothing', `Bearer ' or 1=1 --`]) {
      const answer = await cinema.call('GET', 'user/info', { headers: { authorization } });
      expectProblem(answer, 'unauthenticated');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });
});
