import { findPasswordHash, replacePasswordHash } from '../../src/server/store/accounts.ts';
import type { Cinema } from './openCinema.ts';
import { PASSWORD, type Person } from './people.ts';

const SIGN_INS = 15;

/** Changes somebody's password while 15 sign-ins with the old one wait for their turn to be checked. */
export function changePasswordDuringSignIns(cinema: Cinema, owner: Person) {
  const { db, clock } = cinema;
  return endDuringSignIns(cinema, owner, async () => {
    const from = await findPasswordHash(db, { userId: owner.id });
    return replacePasswordHash(db, { userId: owner.id, token: owner.token, from, to: 'of another', now: clock.now });
  });
}

/** Signs out somebody's other devices while 15 sign-ins wait for their turn to be checked. */
export function signOutOthersDuringSignIns(cinema: Cinema, owner: Person) {
  return endDuringSignIns(cinema, owner, () => cinema.call('DELETE', 'user/sessions', { token: owner.token }));
}

/** The answers to the sign-ins that got no session, and how many sessions live when all are answered. */
async function endDuringSignIns(cinema: Cinema, { id }: Person, end: () => Promise<unknown>) {
  const body = { username: `person-${id}`, password: PASSWORD };
  const signIns = Array.from({ length: SIGN_INS }, () => cinema.call('POST', 'user/signin', { body }));
  // When the first is answered, most others have read what they are checked against.
  await Promise.race(signIns);
  await end();
  const answers = await Promise.all(signIns);
  const refused = answers.filter(({ status }) => status !== 201).map(({ body }) => body);
  const sessions = await cinema.db.selectFrom('sessions').select('token_hash').where('user_id', '=', id).execute();
  return { refused, live: sessions.length };
}
