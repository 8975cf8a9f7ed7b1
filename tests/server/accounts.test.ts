import * as v from 'valibot';
import { expect, test } from 'vitest';
import { sessionUserSchema, userSchema } from '#contract/user.ts';
import { dump } from './books.ts';
import { countByStatus } from './countByStatus.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { foldUsernames } from '../../src/server/db/migrations/0008-folded-usernames.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { addPerson, isSignedIn, PASSWORD, signUp, signUpForm } from './people.ts';

const DAY = 86_400_000;

async function signIn(cinema: Cinema, username = 'alice.wong', password = PASSWORD) {
  return cinema.call('POST', 'user/signin', { body: { username, password } });
}

describeOnBothEngines('section 4, Session', ({ open }) => {
  test('signing up gives the user with balance 0 and a token that works; signing in the same user and another token', async () => {
    const cinema = await open();
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

  test('LOG OUT revokes the token sent and no other', async () => {
    const cinema = await open();
    const { token } = await signUp(cinema);
    const other = v.parse(sessionUserSchema, (await signIn(cinema)).body);
    const answer = await cinema.call('POST', 'user/signout', { token });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expectProblem(await cinema.call('GET', 'user/info', { token }), 'unauthenticated');
    expect(await isSignedIn(cinema, other)).toBe(true);
  });

  test('reliability 21: only the hash of a token and of a password is stored', async () => {
    const cinema = await open();
    const { token } = await signUp(cinema);
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = JSON.stringify(await dump(cinema));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  test('reliability 21: a session ends after 30 days unused', async () => {
    const cinema = await open();
    const person = await signUp(cinema);
    cinema.clock.now += 30 * DAY - 1;
    expect(await isSignedIn(cinema, person)).toBe(true);
    cinema.clock.now += 30 * DAY;
    expect(await isSignedIn(cinema, person)).toBe(false);
  });

  test('reliability 21: a session ends after 180 days, however much it is used', async () => {
    const cinema = await open();
    const person = await signUp(cinema);
    for (let week = 0; week < 25; week += 1) {
      cinema.clock.now += 7 * DAY;
      expect(await isSignedIn(cinema, person)).toBe(true);
    }
    cinema.clock.now += 5 * DAY;
    expect(await isSignedIn(cinema, person)).toBe(false);
  });

  test('reliability 21: beyond 20 sessions the oldest ends', async () => {
    const cinema = await open();
    const first = await signUp(cinema);
    const second = v.parse(sessionUserSchema, (await signInLater(cinema)).body);
    for (let count = 0; count < 19; count += 1) await signInLater(cinema);
    expectProblem(await cinema.call('GET', 'user/info', { token: first.token }), 'unauthenticated');
    expect((await cinema.call('GET', 'user/info', { token: second.token })).status).toBe(200);
    expect(await cinema.db.selectFrom('sessions').selectAll().execute()).toHaveLength(20);
  });

  test('reliability 22: an unknown user and a wrong password are refused alike', async () => {
    const cinema = await open();
    await signUp(cinema);
    const wrong = await expectApiError(cinema, 'wrong_credentials', () => signIn(cinema, 'alice.wong', 'not the word'));
    const unknown = await expectApiError(cinema, 'wrong_credentials', () => signIn(cinema, 'nobody.here'));
    const nul = await expectApiError(cinema, 'wrong_credentials', () => signIn(cinema, 'nobody\0here'));
    expect(unknown).toEqual(wrong);
    expect(nul).toEqual(wrong);
  });

  test('reliability 18: a name is taken however it is written, and signs in so', async () => {
    const cinema = await open();
    await signUp(cinema, { username: 'straße.kino' });
    for (const username of ['straße.kino', 'STRASSE.kino', '\uFF53trasse.Kino']) {
      const body = signUpForm({ username });
      await expectApiError(cinema, 'username_taken', () => cinema.call('POST', 'user/signup', { body }));
      expect((await signIn(cinema, username)).status).toBe(201);
    }
  });

  test('reliability 18: accounts of the time before that are folded, and both of two that become one name still sign in', async () => {
    const cinema = await open();
    const names = ['straße.kino', 'strasse.bahn', 'straße.bahn'];
    for (const [index, username] of names.entries()) {
      const { id } = await signUp(cinema, { username: `former.${index}` });
      await cinema.db.updateTable('users').set({ username, username_key: username }).where('id', '=', id).execute();
    }
    await foldUsernames(cinema.db);
    for (const username of names) expect((await signIn(cinema, username)).body).toMatchObject({ username });
    expect((await signIn(cinema, 'STRASSE.kino')).body).toMatchObject({ username: 'straße.kino' });
  });

  test('reliability 18: of ten people who take one name at once, one gets it', async () => {
    const cinema = await open();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => cinema.call('POST', 'user/signup', { body: signUpForm() })),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 9 });
  });

  test('reliability 25: a password is kept as it is: spaces, case and form count', async () => {
    const cinema = await open();
    const password = '  p\u00E5ssword\0 ';
    await signUp(cinema, { password, confirmPassword: password });
    expect((await signIn(cinema, 'alice.wong', password)).status).toBe(201);
    for (const other of [password.trim(), password.toUpperCase(), password.normalize('NFD')]) {
      expectProblem(await signIn(cinema, 'alice.wong', other), 'wrong_credentials');
    }
  });

  test('reliability 28: a display name is text and nothing else; unknown fields are ignored, never stored', async () => {
    const cinema = await open();
    const displayName = `<img src=x onerror=alert(1)> Robert'); DROP TABLE users;--`;
    const user = await signUp(cinema, { displayName, balance: 1_000_000, id: 'mine', admin: true });
    expect(user).toMatchObject({ displayName, balance: 0, id: expect.not.stringContaining('mine') });
  });

  test('section 5: a wrong sign-up names every field with its own sentence', async () => {
    const cinema = await open();
    const problem = await expectApiError(cinema, 'invalid_request', () =>
      cinema.call('POST', 'user/signup', {
        body: { username: '', displayName: 'short', age: -1, password: 'password', confirmPassword: 'passw0rd' },
      }),
    );
    expect(problem).toMatchObject({
      message: 'Username is required!',
      fields: {
        username: 'Username is required!',
        displayName: 'Minimum 8 characters for display name',
        age: 'Minimum 0 for age',
        confirmPassword: 'Confirm password does not match with your password',
      },
    });
  });

  test('section 6: a call without a token that is one is unauthenticated', async () => {
    const cinema = await open();
    await addPerson(cinema);
    for (const authorization of ['', 'Basic YTpi', 'Bearer', 'Bearer nothing', `Bearer ' or 1=1 --`]) {
      const answer = await cinema.call('GET', 'user/info', { headers: { authorization } });
      expectProblem(answer, 'unauthenticated');
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });
});

async function signInLater(cinema: Cinema) {
  cinema.clock.now += 1;
  return signIn(cinema);
}
