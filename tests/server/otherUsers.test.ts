import { expect } from 'vitest';
import { expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import { addPeople, addPerson, isSignedIn, PASSWORD, signInAgain, signUp, topUp, withdraw } from './people.ts';

const OWN_PASSWORD = 'curtain-in-row-f';

describeOnAnyEngine('the actions of one user do not affect other users', ({ test }) => {
  test('a sign-in ends neither sessions of other users nor an older session of the user', async ({ cinema }) => {
    const person = await addPerson(cinema);
    cinema.clock.now += 1000;
    const others = await addPeople(cinema, 25);
    cinema.clock.now += 1000;
    const phone = await signInAgain(cinema, person);
    const signedIn = [person, phone, ...others].map((each) => isSignedIn(cinema, each));
    expect(new Set(await Promise.all(signedIn))).toEqual(new Set([true]));
  });

  test('each of 60 sign-ins at the same instant opens a valid session', async ({ cinema }) => {
    const person = await addPerson(cinema);
    for (let count = 0; count < 60; count += 1)
      expect(await isSignedIn(cinema, await signInAgain(cinema, person))).toBe(true);
  });

  test('a withdrawal needs the password of the user, not that of another user', async ({ cinema }) => {
    await addPeople(cinema, 5);
    const person = await signUp(cinema, { password: OWN_PASSWORD, confirmPassword: OWN_PASSWORD });
    await addPeople(cinema, 5);
    await topUp(cinema, person, 50_000);
    expect((await withdraw(cinema, person, 1000, OWN_PASSWORD)).status).toBe(200);
    expectProblem(await withdraw(cinema, person, 1000, PASSWORD), 'wrong_password');
  });
});
