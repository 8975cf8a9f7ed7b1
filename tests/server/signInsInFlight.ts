import { hash } from '@node-rs/argon2';
import { findPasswordHash, replacePasswordHash } from '../../src/server/store/accounts.ts';
import type { Cinema } from './openCinema.ts';
import { PASSWORD, type Person } from './people.ts';

const SIGN_INS = 15;

/**
 * Changes somebody's password while 15 sign-ins with the old one wait for their turn to be checked. Gives the answers to those
 * whose password was refused, and how many sessions live when all are answered. On a busy machine some are checked against the
 * new one, and the last of those must wait.
 */
export async function changePasswordDuringSignIns(cinema: Cinema, { id, token }: Person) {
  const { db, clock } = cinema;
  const to = await hash('of another', { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const body = { username: `person-${id}`, password: PASSWORD };
  const signIns = Array.from({ length: SIGN_INS }, () => cinema.call('POST', 'user/signin', { body }));
  // When the first is answered, most others have read what they are checked against.
  await Promise.race(signIns);
  const from = await findPasswordHash(db, { userId: id });
  await replacePasswordHash(db, { userId: id, token, from, to, now: clock.now });
  const answers = await Promise.all(signIns);
  const refused = answers.filter(({ status }) => status === 401).map(({ body }) => body);
  const sessions = await db.selectFrom('sessions').select('token_hash').where('user_id', '=', id).execute();
  return { refused, live: sessions.length };
}
