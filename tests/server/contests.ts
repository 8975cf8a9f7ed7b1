import { hash } from '@node-rs/argon2';
import { findPasswordHash, replacePasswordHash } from '../../src/server/store/accounts.ts';
import { CHEAP_COST, countByStatus, type Cinema } from './openCinema.ts';
import { addPeople, addPerson, balanceOf, buy, cancel, purchase, signIn, type Person } from './people.ts';

const SIGN_INS = 15;
const TEN = Array.from({ length: 10 }, (_, index) => index + 1);

/** Counts the statuses of 200 simultaneous purchases of one seat each in a hall of 64. */
export async function fillTheHall(cinema: Cinema): Promise<Record<string, number>> {
  const buyers = await addPeople(cinema, 200, { balance: 35_000 });
  const purchases = buyers.map((buyer, index) => purchase(cinema, buyer, { seatNumbers: [(index % 64) + 1] }));
  return countByStatus(await Promise.all(purchases));
}

/** Counts the statuses of ten simultaneous purchases by a user whose balance suffices for one. */
export async function buyTenWithMoneyForOne(cinema: Cinema): Promise<Record<string, number>> {
  const buyer = await addPerson(cinema, { balance: 35_000 });
  const purchases = TEN.map((seat) => purchase(cinema, buyer, { seatNumbers: [seat] }));
  return countByStatus(await Promise.all(purchases));
}

/** Counts the statuses of ten simultaneous cancellations of one ticket, and returns the balance after them. */
export async function cancelTenTimes(cinema: Cinema) {
  const buyer = await addPerson(cinema, { balance: 35_000 });
  const { id } = await buy(cinema, buyer);
  const answers = countByStatus(await Promise.all(TEN.map(() => cancel(cinema, buyer, id))));
  return { answers, balance: await balanceOf(cinema, buyer) };
}

/**
 * Changes a user's password while 15 sign-ins with the old password wait to be checked. Returns the responses to the refused
 * sign-ins, and the number of live sessions after all responses. On a busy machine the server checks some of them against the new
 * password, and the last ones get a 429.
 */
export async function changePasswordDuringSignIns(cinema: Cinema, owner: Person) {
  const { db, clock } = cinema;
  const { id, token } = owner;
  const to = await hash('of another', CHEAP_COST);
  const signIns = Array.from({ length: SIGN_INS }, () => signIn(cinema, owner));
  // When the first response arrives, most other requests have read the rows that they check.
  await Promise.race(signIns);
  const from = await findPasswordHash(db, { userId: id });
  await replacePasswordHash(db, { userId: id, token, from, to, now: clock.now });
  const answers = await Promise.all(signIns);
  const refused = answers.filter(({ status }) => status === 401).map(({ body }) => body);
  const sessions = await db.selectFrom('sessions').select('token_hash').where('user_id', '=', id).execute();
  return { refused, live: sessions.length };
}
