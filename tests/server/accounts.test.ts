import * as v from 'valibot';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endedSessionsSchema } from '#contract/user.ts';
import { usernameKey } from '#domain/credentials.ts';
import { dump } from './books.ts';
import { expectApiError, expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine, describeOnSqlite } from './onBothEngines.ts';
import { CHEAP_COST, countByStatus, takeLog, type Cinema } from './openCinema.ts';
import {
  addPeople,
  addPerson,
  isSignedIn,
  PASSWORD,
  signIn,
  signInAgain,
  signUp,
  signUpForm,
  withdraw,
  type Person,
} from './people.ts';
import { planOf } from './planOf.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const ALICE = { username: 'alice.wong' };

describeOnAnyEngine('section 4, Session', ({ open, test }) => {
  test('LOG OUT revokes only the token of the request', async ({ cinema }) => {
    const person = await addPerson(cinema);
    const other = await signInAgain(cinema, person);
    const answer = await cinema.call('POST', 'user/signout', { token: person.token });
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect([await isSignedIn(cinema, person), await isSignedIn(cinema, other)]).toEqual([false, true]);
  });

  test('reliability 21: only the hash of a token and of a password is stored', async () => {
    // The hashing cost of the product.
    const cinema = await open({ passwordCost: undefined });
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

  test('reliability 21: a session ends after 180 days, even if it is used', async ({ cinema }) => {
    const person = await signUp(cinema);
    for (let week = 0; week < 25; week += 1) {
      cinema.clock.now += 7 * DAY;
      expect(await isSignedIn(cinema, person)).toBe(true);
    }
    cinema.clock.now += 5 * DAY;
    expect(await isSignedIn(cinema, person)).toBe(false);
  });

  test('reliability 21: a sign-in beyond 20 sessions ends the oldest session', async ({ cinema }) => {
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

  test('each of 60 sign-ins at the same instant opens a valid session', async ({ cinema }) => {
    const person = await addPerson(cinema);
    for (let count = 0; count < 60; count += 1)
      expect(await isSignedIn(cinema, await signInAgain(cinema, person))).toBe(true);
  });

  test('reliability 22: an unknown user and a wrong password get the same response', async ({ cinema }) => {
    await signUp(cinema);
    const wrong = await expectApiError(cinema, 'wrong_credentials', () => signIn(cinema, ALICE, 'not the word'));
    for (const username of ['nobody.here', 'nobody\0here'])
      expect(await expectApiError(cinema, 'wrong_credentials', () => signIn(cinema, { username }))).toEqual(wrong);
  });

  test('reliability 18: sign-up and sign-in ignore case and Unicode form of a user name', async ({ cinema }) => {
    await signUp(cinema, { username: 'straße.kino' });
    for (const username of ['straße.kino', 'STRASSE.kino', '\uFF53trasse.Kino']) {
      const body = signUpForm({ username, displayName: 'Another Person' });
      await expectApiError(cinema, 'username_taken', () => cinema.call('POST', 'user/signup', { body }));
      expect((await signIn(cinema, { username })).status).toBe(201);
    }
  });

  test('section 5: sign-ins and the counter of wrong passwords ignore spaces around a user name', async ({
    cinema,
  }) => {
    await signUp(cinema);
    for (const username of [' alice.wong', 'alice.wong ', '\u00A0alice.wong\u3000']) {
      expect((await signIn(cinema, { username })).status).toBe(201);
    }
    for (const username of ['alice.wong', 'alice.wong ', ' alice.wong', 'alice.wong\u00A0', '\talice.wong']) {
      expectProblem(await signIn(cinema, { username }, 'not the word'), 'wrong_credentials');
    }
    expectProblem(await signIn(cinema, { username: 'alice.wong  ' }), 'too_many_attempts');
  });

  test('reliability 18: of ten simultaneous sign-ups with one name, one succeeds', async ({ cinema }) => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, age) => cinema.call('POST', 'user/signup', { body: signUpForm({ age }) })),
    );
    expect(countByStatus(answers)).toEqual({ 201: 1, 409: 9 });
  });

  test('reliability 23: a sign-up whose response was lost signs in when the user sends the same form again', async ({
    cinema,
  }) => {
    const repeated = await Promise.all([signUp(cinema), signUp(cinema)]);
    cinema.clock.now += 15 * MINUTE - 1;
    repeated.push(await signUp(cinema));
    expect(new Set(repeated.map(({ id }) => id)).size).toBe(1);
    for (const session of repeated) expect(await isSignedIn(cinema, session)).toBe(true);
    for (const changes of [
      { password: 'another password', confirmPassword: 'another password' },
      { displayName: 'Another Person' },
      { age: 31 },
    ]) {
      const body = signUpForm(changes);
      await expectApiError(cinema, 'username_taken', () => cinema.call('POST', 'user/signup', { body }));
    }
    cinema.clock.now += 1;
    await expectApiError(cinema, 'username_taken', () => cinema.call('POST', 'user/signup', { body: signUpForm() }));
  });

  test('reliability 18: sign-up refuses a user name of several alphabets, and sign-in does not', async ({ cinema }) => {
    const username = '\u0430lice.wong';
    const signingUp = () => cinema.call('POST', 'user/signup', { body: signUpForm({ username }) });
    expect((await expectApiError(cinema, 'invalid_request', signingUp)).fields).toEqual({
      username: 'User name must not mix alphabets. Please use only one.',
    });
    const person = await addPerson(cinema);
    const stored = { username, username_key: usernameKey(username) };
    await cinema.db.updateTable('users').set(stored).where('username', '=', person.username).execute();
    expect((await signIn(cinema, { username })).status).toBe(201);
  });

  test('reliability 25: a common password is refused at sign-up and at a password change', async ({ cinema }) => {
    const { token } = await addPerson(cinema);
    const message = 'Many people use this password. Please choose one that is harder to guess.';
    for (const common of ['password123', 'PASSWORD']) {
      const form = signUpForm({ password: common, confirmPassword: common });
      const signingUp = () => cinema.call('POST', 'user/signup', { body: form });
      expect((await expectApiError(cinema, 'invalid_request', signingUp)).fields).toEqual({ password: message });
      const body = { password: PASSWORD, newPassword: common };
      const changing = () => cinema.call('PUT', 'user/password', { token, body });
      expect((await expectApiError(cinema, 'invalid_request', changing)).fields).toEqual({ newPassword: message });
    }
  });

  test('reliability 25: the Unicode form of a password and its kind of spaces do not count; case and spaces around it do', async ({
    cinema,
  }) => {
    const password = '  p\u00E5ss word\0 ';
    await signUp(cinema, { password, confirmPassword: password.normalize('NFD') });
    for (const same of [password, password.normalize('NFD'), password.replace('s w', 's\u00A0w')]) {
      expect((await signIn(cinema, ALICE, same)).status).toBe(201);
    }
    for (const other of [password.trim(), password.toUpperCase(), password.replace('\u00E5', 'a')]) {
      expectProblem(await signIn(cinema, ALICE, other), 'wrong_credentials');
    }
  });

  test.for([
    ['composed', 'r\u00E9sum\u00E9-7'],
    ['decomposed', 're\u0301sume\u0301-7'],
    ['with another kind of space', 'velvet\u00A0row 7'],
    ['composed, with another kind of space', 'r\u00E9sum\u00E9\u00A07'],
    ['decomposed, with another kind of space', 're\u0301sume\u0301\u00A07'],
  ] as const)(
    'reliability 25: an account whose %s password was stored before passwords were normalised keeps working',
    async ([, typed], { cinema }) => {
      const person = await addPerson(cinema, { balance: 1000 });
      const password_hash = await hash(typed, CHEAP_COST);
      await cinema.db.updateTable('users').set({ password_hash }).where('id', '=', person.id).execute();
      expect((await signIn(cinema, person, typed)).status).toBe(201);
      expect((await withdraw(cinema, person, 1000, typed)).status).toBe(200);
      for (const elsewhere of [typed.normalize('NFC'), typed.normalize('NFD')])
        expect((await signIn(cinema, person, elsewhere)).status).toBe(201);
    },
  );
});

async function signOutOthers(cinema: Cinema, { token }: Person): Promise<number> {
  const { body } = await cinema.call('DELETE', 'user/sessions', { token });
  return v.parse(v.strictObject(endedSessionsSchema.entries), body).ended;
}

describeOnAnyEngine('signing out other devices', ({ test }) => {
  test('ends every other live session of the user and returns their number', async ({ cinema }) => {
    const owner = await addPerson(cinema);
    cinema.clock.now += 29 * DAY;
    const here = await signInAgain(cinema, owner);
    cinema.clock.now += 2 * DAY;
    const [phone, library] = [await signInAgain(cinema, owner), await signInAgain(cinema, owner)];
    const other = await addPerson(cinema);
    expect(await signOutOthers(cinema, here), 'the sessions that ended').toBe(2);
    const signedIn = [here, phone, library, other].map((person) => isSignedIn(cinema, person));
    expect(await Promise.all(signedIn)).toEqual([true, false, false, true]);
  });

  test('of two devices that sign each other out at the same time, at most one stays signed in', async ({ cinema }) => {
    const here = await addPerson(cinema);
    const phone = await signInAgain(cinema, here);
    await Promise.all([here, phone].map(({ token }) => cinema.call('DELETE', 'user/sessions', { token })));
    const signedIn = await Promise.all([here, phone].map((person) => isSignedIn(cinema, person)));
    expect(signedIn.filter(Boolean).length).toBeLessThan(2);
  });

  test('an index finds the sessions of a user', async ({ cinema }) => {
    const [first] = await addPeople(cinema, 2000);
    const statement = `delete from sessions where user_id = '${first?.id}' and token_hash <> 'x' and expires_at > 1`;
    expect(await planOf(cinema, 'sessions', statement)).toMatch(
      /(?:using (?:covering )?(?:index )?|on )sessions_by_user/i,
    );
  });
});

describeOnSqlite('a session whose use cannot be recorded', ({ open }) => {
  test('is used all the same, and the log says so', async () => {
    const { logger, lines } = takeLog('warn');
    const cinema = await open({ logger });
    const person = await signUp(cinema);
    await sql`create trigger broken before update on sessions begin select raise(abort, 'broken'); end`.execute(
      cinema.db,
    );
    cinema.clock.now += DAY;
    expect(await isSignedIn(cinema, person)).toBe(true);
    expect(lines.join('')).toContain('could not record the use of a session');
  });
});
