import * as v from 'valibot';
import { expect } from 'vitest';
import { endedSessionsSchema } from '#contract/user.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { planOf } from './planOf.ts';
import type { Cinema } from './openCinema.ts';
import { addPeople, addPerson, isSignedIn, signInAgain, type Person } from './people.ts';

const DAY = 86_400_000;

async function signOutOthers(cinema: Cinema, { token }: Person): Promise<number> {
  const answer = await cinema.call('DELETE', 'user/sessions', { token });
  expect(answer.status).toBe(200);
  return v.parse(v.strictObject(endedSessionsSchema.entries), answer.body).ended;
}

describeOnBothEngines('signing out other devices', ({ test }) => {
  test('ends every other session of the user and says how many; the one that asks goes on, and those of others', async ({
    cinema,
  }) => {
    const here = await addPerson(cinema);
    const [phone, library] = [await signInAgain(cinema, here), await signInAgain(cinema, here)];
    const other = await addPerson(cinema);
    expect(await signOutOthers(cinema, here), 'the sessions that ended').toBe(2);
    const signedIn = [here, phone, library, other].map((person) => isSignedIn(cinema, person));
    expect(await Promise.all(signedIn)).toEqual([true, false, false, true]);
  });

  test('two devices that sign each other out at once: at most one of them stays', async ({ cinema }) => {
    const here = await addPerson(cinema);
    const phone = await signInAgain(cinema, here);
    await Promise.all([here, phone].map(({ token }) => cinema.call('DELETE', 'user/sessions', { token })));
    const signedIn = await Promise.all([here, phone].map((person) => isSignedIn(cinema, person)));
    expect(signedIn.filter(Boolean).length).toBeLessThan(2);
  });

  test('counts none that had ended by itself', async ({ cinema }) => {
    const here = await addPerson(cinema);
    cinema.clock.now += 29 * DAY;
    const late = await signInAgain(cinema, here);
    cinema.clock.now += 2 * DAY;
    expect(await signOutOthers(cinema, late), 'the sessions that ended').toBe(0);
  });

  test('the sessions of a user are found by an index', async ({ cinema }) => {
    const [first] = await addPeople(cinema, 2000);
    const statement = `delete from sessions where user_id = '${first?.id}' and token_hash <> 'x' and expires_at > 1`;
    expect(await planOf(cinema, 'sessions', statement)).toMatch(
      /(?:using (?:covering )?(?:index )?|on )sessions_by_user/i,
    );
  });
});
