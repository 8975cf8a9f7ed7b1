import { expect } from 'vitest';
import { listTakenSeatsOfAll } from '../../src/server/store/takenSeats.ts';
import { expectProblem } from './expectApiError.ts';
import { describeOnAnyEngine } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import {
  addPeople,
  addPerson,
  buy,
  isSignedIn,
  PASSWORD,
  signIn,
  signInAgain,
  signUp,
  soldSeats,
  topUp,
  withdraw,
} from './people.ts';

const OWN_PASSWORD = 'curtain-in-row-f';

/** The session versions of all users except the given one; a version rises when a user ends their other sessions. */
function sessionVersions({ db }: Cinema, id: string) {
  return db.selectFrom('users').select('session_version').where('id', '!=', id).execute();
}

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

  test('a password change keeps the passwords and sessions of other users', async ({ cinema }) => {
    const [person, ...others] = await addPeople(cinema, 5);
    if (person === undefined) throw new Error('No user was added');
    const before = await sessionVersions(cinema, person.id);
    const body = { password: PASSWORD, newPassword: OWN_PASSWORD };
    expect((await cinema.call('PUT', 'user/password', { token: person.token, body })).status).toBe(200);
    expect(await sessionVersions(cinema, person.id)).toEqual(before);
    for (const other of others) {
      expect(await isSignedIn(cinema, other)).toBe(true);
      expect((await signIn(cinema, other, PASSWORD)).status).toBe(201);
    }
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

describeOnAnyEngine('the sold seats of a showtime', ({ test }) => {
  test('do not include seats of another time, date or film', async ({ cinema }) => {
    const nosferatu = { movieTitle: 'Nosferatu', movieTicketPrice: 40_000, movieAgeRating: 13 };
    const buyer = await addPerson(cinema, { balance: 500_000 });
    const { startsAt } = await buy(cinema, buyer, { seatNumbers: [12] });
    await buy(cinema, buyer, { seatNumbers: [13], showtimeTime: '17.15' });
    await buy(cinema, buyer, { seatNumbers: [14], showtimeDate: '06 Mar' });
    await buy(cinema, buyer, { seatNumbers: [15], ...nosferatu });
    expect(await soldSeats(cinema)).toMatchObject([{ seatNumbers: [12] }]);
    expect(await soldSeats(cinema, '05 Mar', '17.15')).toMatchObject([{ seatNumbers: [13] }]);
    const [kid, other] = [1, 2].map((movieId) => ({ movieId, startsAt: Date.parse(startsAt) }));
    if (kid === undefined || other === undefined) throw new Error('The test needs two showtimes');
    const taken = await listTakenSeatsOfAll(cinema.db, [kid, other], cinema.clock.now);
    expect([...taken.values()].toSorted()).toEqual(['12', '15']);
  });
});
