import * as v from 'valibot';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { endedSessionsSchema, sessionUserSchema } from '#contract/user.ts';
import { expectProblem, expectApiError } from './expectApiError.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { addPeople, addPerson, PASSWORD, type Person } from './people.ts';

const DAY = 86_400_000;

async function signInAgain(cinema: Cinema, { id }: Person): Promise<Person> {
  const body = { username: `person-${id}`, password: PASSWORD };
  const answer = await cinema.call('POST', 'user/signin', { body });
  return { id, token: v.parse(sessionUserSchema, answer.body).token };
}

async function signOutOthers(cinema: Cinema, { token }: Person): Promise<number> {
  const answer = await cinema.call('DELETE', 'user/sessions', { token });
  expect(answer.status).toBe(200);
  return v.parse(v.strictObject(endedSessionsSchema.entries), answer.body).ended;
}

async function isSignedIn(cinema: Cinema, { token }: Person): Promise<boolean> {
  return (await cinema.call('GET', 'user/info', { token })).status === 200;
}

describeOnBothEngines('signing out other devices', ({ engine, open }) => {
  test('ends every other session of the user and says how many; the one that asks goes on', async () => {
    const cinema = await open();
    const here = await addPerson(cinema);
    const [phone, library] = [await signInAgain(cinema, here), await signInAgain(cinema, here)];
    expect(await signOutOthers(cinema, here), 'the sessions that ended').toBe(2);
    expect(await isSignedIn(cinema, here)).toBe(true);
    expectProblem(await cinema.call('GET', 'user/info', { token: phone.token }), 'unauthenticated');
    expectProblem(await cinema.call('GET', 'user/info', { token: library.token }), 'unauthenticated');
  });

  test('two devices that sign each other out at once: at most one of them stays', async () => {
    const cinema = await open();
    const here = await addPerson(cinema);
    const phone = await signInAgain(cinema, here);
    await Promise.all([here, phone].map(({ token }) => cinema.call('DELETE', 'user/sessions', { token })));
    const signedIn = await Promise.all([here, phone].map((person) => isSignedIn(cinema, person)));
    expect(signedIn.filter(Boolean).length).toBeLessThan(2);
  });

  test('ends no session of anybody else, and counts none that had ended by itself', async () => {
    const cinema = await open();
    const here = await addPerson(cinema);
    cinema.clock.now += 29 * DAY;
    const other = await addPerson(cinema);
    const late = await signInAgain(cinema, here);
    cinema.clock.now += 2 * DAY;
    expect(await signOutOthers(cinema, late), 'the sessions that ended').toBe(0);
    expect(await isSignedIn(cinema, other)).toBe(true);
  });

  test('is for nobody without a live token', async () => {
    const cinema = await open();
    const { id } = await addPerson(cinema);
    await expectApiError(cinema, 'unauthenticated', () => cinema.call('DELETE', 'user/sessions'));
    await expectApiError(cinema, 'unauthenticated', () => cinema.call('DELETE', 'user/sessions', { token: id }));
  });

  test('the sessions of a user are found by an index', async () => {
    const cinema = await open();
    const [first] = await addPeople(cinema, 2000);
    if (engine === 'postgres') await cinema.db.executeQuery(CompiledQuery.raw('analyze sessions'));
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)';
    const statement = `delete from sessions where user_id = '${first?.id}' and token_hash <> 'x' and expires_at > 1`;
    const { rows } = await cinema.db.executeQuery(CompiledQuery.raw(`${explain} ${statement}`));
    expect(JSON.stringify(rows)).toMatch(
      /USING (?:COVERING )?INDEX sessions_by_user|using sessions_by_user|on sessions_by_user/,
    );
  });
});
