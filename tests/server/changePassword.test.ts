import * as v from 'valibot';
import { expect, test } from 'vitest';
import { endedSessionsSchema } from '#contract/user.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { findCredentials, replacePasswordHash } from '../../src/server/store/accounts.ts';
import { closeOtherSessions, openSession } from '../../src/server/store/sessions.ts';
import { expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { countByStatus, REAL_COST, takeLog, type Cinema } from './openCinema.ts';
import { addPerson, balanceOf, isSignedIn, PASSWORD, signIn, signInAgain, withdraw, type Person } from './people.ts';
import { changePasswordDuringSignIns } from './contests.ts';
import { watchWaiting } from './watchWaiting.ts';

const NEW_PASSWORD = 'curtain-in-row-f';
const OTHER_PASSWORD = 'velvet-in-row-g';

function change(
  cinema: Cinema,
  { token }: Person,
  password: string,
  newPassword: string,
  options: { readonly key?: string } = {},
) {
  return cinema.call('PUT', 'user/password', { token, body: { password, newPassword }, ...options });
}

describeOnAnyEngine('reliability 60: a stolen password can be changed', ({ test, open }) => {
  test('the new password signs in, the old one does not, and all other sessions have ended', async ({ cinema }) => {
    const owner = await addPerson(cinema);
    const [thief, phone] = [await signInAgain(cinema, owner), await signInAgain(cinema, owner)];
    const answer = await change(cinema, owner, PASSWORD, NEW_PASSWORD);
    expect(answer.status).toBe(200);
    expect(v.parse(v.strictObject(endedSessionsSchema.entries), answer.body)).toEqual({ ended: 2 });
    const signedIn = [owner, thief, phone].map((person) => isSignedIn(cinema, person));
    expect(await Promise.all(signedIn)).toEqual([true, false, false]);
    expectProblem(await signIn(cinema, owner, PASSWORD), 'wrong_credentials');
    expect((await signIn(cinema, owner, NEW_PASSWORD)).status).toBe(201);
  });

  test('a repeated request after a lost response succeeds, and the old password does not sign in', async ({
    cinema,
  }) => {
    const owner = await addPerson(cinema);
    await change(cinema, owner, PASSWORD, NEW_PASSWORD);
    const answer = await change(cinema, owner, PASSWORD, NEW_PASSWORD);
    expect([answer.status, answer.body]).toEqual([200, { ended: 0 }]);
    expectProblem(await change(cinema, owner, PASSWORD, OTHER_PASSWORD), 'wrong_password');
  });

  test('reliability 8: with one key, simultaneous repetitions change once, and a change to another password is refused', async ({
    cinema,
  }) => {
    const owner = await addPerson(cinema);
    const repeated = [1, 2, 3].map(() => change(cinema, owner, PASSWORD, NEW_PASSWORD, { key: 'k' }));
    expect(countByStatus(await Promise.all(repeated))).toEqual({ 200: 3 });
    expectProblem(await change(cinema, owner, NEW_PASSWORD, OTHER_PASSWORD, { key: 'k' }), 'idempotency_conflict');
    expect((await signIn(cinema, owner, NEW_PASSWORD)).status).toBe(201);
  });

  test('of two simultaneous changes one succeeds and ends the session of the other device', async ({ cinema }) => {
    const owner = await addPerson(cinema);
    const phone = await signInAgain(cinema, owner);
    const answers = await Promise.all([
      change(cinema, owner, PASSWORD, NEW_PASSWORD),
      change(cinema, phone, PASSWORD, OTHER_PASSWORD),
    ]);
    expect(answers.filter(({ status }) => status === 200).length, 'the changes that were made').toBe(1);
    const signedIn = [await isSignedIn(cinema, owner), await isSignedIn(cinema, phone)].filter(Boolean);
    expect(signedIn, 'only the device that changed the password stays signed in').toHaveLength(1);
  });

  test('sign-ins in progress with the old password open no session, and are logged', async () => {
    const { logger, lines } = takeLog('error');
    const cinema = await open({ logger });
    const owner = await addPerson(cinema, REAL_COST);
    const { refused, live } = await changePasswordDuringSignIns(cinema, owner);
    expect(live, 'the number of live sessions').toBe(1);
    const reason = 'ended_meanwhile';
    const message = 'Every other device has just been signed out. Please sign in again.';
    expect(refused).toContainEqual({ status: 401, code: 'wrong_credentials', message, reason });
    expect(await isSignedIn(cinema, owner)).toBe(true);
    expect(lines.filter((line) => line.includes('"audit":"password_refused"'))).toHaveLength(refused.length);
  });

  test('a session that ends while its password check waits cannot withdraw money', async ({ cinema }) => {
    const owner = await addPerson(cinema, { balance: 100_000, ...REAL_COST });
    const thief = await signInAgain(cinema, owner);
    const withdrawals = Array.from({ length: 15 }, () => withdraw(cinema, thief, 1000));
    await Promise.race(withdrawals);
    await end(cinema, owner, 'signing out every other device');
    const { 200: made = 0, 401: refused = 0 } = countByStatus(await Promise.all(withdrawals));
    expect(made + refused).toBe(15);
    expect(refused, 'the number of withdrawals refused because the session ended').toBeGreaterThan(0);
    expect(await balanceOf(cinema, owner)).toBe(100_000 - made * 1000);
  });
});

const ENDINGS = ['a change of the password', 'signing out every other device'] as const;
type Ending = (typeof ENDINGS)[number];

describeOnAnyEngine('reliability 60: a sign-in and a concurrent transaction that ends sessions', ({ open }) => {
  test.each(ENDINGS)('%s ends the session of a sign-in that commits first', async (ending) => {
    const cinema = await open();
    const owner = await addPerson(cinema);
    const credentials = await credentialsOf(cinema, owner);
    const { ended } = await cinema.db.transaction().execute(async (transaction) => {
      const waiting = await watchWaiting(cinema, transaction);
      expect(await openSession(transaction, { ...credentials, now: cinema.clock.now })).toBeDefined();
      const ended = end(cinema, owner, ending);
      await waiting();
      return { ended };
    });
    expect(await ended).toEqual({ ended: 1 });
  });

  test.each(ENDINGS)('a sign-in opens no session after %s that commits first', async (ending) => {
    const cinema = await open();
    const owner = await addPerson(cinema);
    const credentials = await credentialsOf(cinema, owner);
    const { opened } = await cinema.db.transaction().execute(async (transaction) => {
      const waiting = await watchWaiting(cinema, transaction);
      if (ending === 'a change of the password') {
        await transaction.updateTable('users').set({ password_hash: 'new' }).where('id', '=', owner.id).execute();
      } else {
        await closeOtherSessions(transaction, { userId: owner.id, token: owner.token, now: cinema.clock.now });
      }
      const opened = inTransaction(cinema.db, (other) => openSession(other, { ...credentials, now: cinema.clock.now }));
      await waiting();
      return { opened };
    });
    expect(await opened).toBeUndefined();
  });
});

async function credentialsOf({ db }: Cinema, { username }: Person) {
  const found = await findCredentials(db, { username });
  if (found === undefined) throw new Error('No user has this name');
  return found.credentials;
}

async function end(cinema: Cinema, owner: Person, ending: Ending) {
  const { db, clock } = cinema;
  const { id: userId, token } = owner;
  if (ending === 'signing out every other device') {
    return inTransaction(db, (transaction) => closeOtherSessions(transaction, { userId, token, now: clock.now }));
  }
  const { passwordHash: from } = await credentialsOf(cinema, owner);
  const change = { userId, token, from, to: 'new', now: clock.now };
  return inTransaction(db, (transaction) => replacePasswordHash(transaction, change));
}
