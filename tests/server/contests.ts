import { hash } from '@node-rs/argon2';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { findPasswordHash, replacePasswordHash } from '../../src/server/store/accounts.ts';
import { ApiError } from '../../src/server/errors.ts';
import { answerOnce, type Answer } from '../../src/server/store/idempotency.ts';
import { topUp as topUpInStore } from '../../src/server/store/ledger.ts';
import { CHEAP_COST, countByStatus, type Cinema } from './openCinema.ts';
import {
  addPeople,
  addPerson,
  balanceOf,
  buy,
  cancel,
  hold,
  purchase,
  releaseHold,
  signIn,
  type Person,
} from './people.ts';

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

/** Counts the statuses of 20 simultaneous holds of one seat by different users. */
export async function holdOneSeat(cinema: Cinema): Promise<Record<string, number>> {
  const people = await addPeople(cinema, 20);
  return countByStatus(await Promise.all(people.map((person) => hold(cinema, person))));
}

/** Counts the statuses of 20 simultaneous holds of different seats by users without a balance. */
export async function holdWithoutMoney(cinema: Cinema): Promise<Record<string, number>> {
  const people = await addPeople(cinema, 20);
  const holds = people.map((person, index) => hold(cinema, person, { seatNumbers: [index + 1] }));
  return countByStatus(await Promise.all(holds));
}

/** Holds and buys each of the 64 seats at the same time, by different users. Counts the seats where both succeeded, and those where both were refused. */
export async function raceHoldsAndPurchases(cinema: Cinema): Promise<{ both: number; neither: number }> {
  const seats = Array.from({ length: 64 }, (_, index) => [index + 1]);
  const holders = await addPeople(cinema, seats.length);
  const buyers = await addPeople(cinema, seats.length, { balance: 35_000 });
  const pairs = await Promise.all(
    seats.map(async (seatNumbers, index) => {
      const [holder, buyer] = [holders[index], buyers[index]];
      if (holder === undefined || buyer === undefined) throw new Error('There are too few users');
      const answers = await Promise.all([
        hold(cinema, holder, { seatNumbers }),
        purchase(cinema, buyer, { seatNumbers }),
      ]);
      const statuses = answers.map(({ status }) => status);
      return {
        isBoth: statuses.every((status) => status === 201),
        // A busy server may answer one of them with 503, which says nothing about the seat.
        isNeither: statuses.every((status) => status === 409),
      };
    }),
  );
  return {
    both: pairs.filter(({ isBoth }) => isBoth).length,
    neither: pairs.filter(({ isNeither }) => isNeither).length,
  };
}

/** A random whole number from 0 to below `count`. */
function random(count: number): number {
  return Math.floor(Math.random() * count);
}

interface TakenSeat {
  readonly seat: number;
  readonly owner: string;
}

/**
 * Sends `count` random holds, purchases and releases over one hall, in rounds of 20 at the same time by 20 users; the clock advances
 * between the rounds. Returns a sentence for each seat that changed its owner, although it was sold, or its holder sent no request in that round.
 */
export async function mixHoldsAndPurchases(cinema: Cinema, count: number): Promise<string[]> {
  const people = await addPeople(cinema, 20, { balance: 100_000_000 });
  const faults: string[] = [];
  for (let round = 0; round < count / people.length; round += 1) {
    const before = await takenSeats(cinema);
    const isSilent = new Set(people.filter(() => random(3) === 0).map(({ id }) => id));
    await Promise.all(
      people.map(async (person) => {
        const first = 1 + random(62);
        const seatNumbers = [first, first + 1, first + 2].slice(0, 1 + random(3));
        if (isSilent.has(person.id)) return undefined;
        const act = random(4);
        if (act === 0) return releaseHold(cinema, person);
        return act === 1 ? purchase(cinema, person, { seatNumbers }) : hold(cinema, person, { seatNumbers });
      }),
    );
    const after = new Map((await takenSeats(cinema)).map(({ seat, owner }) => [seat, owner]));
    for (const { seat, owner } of before) {
      const isSold = owner.startsWith('ticket');
      if ((isSold || isSilent.has(owner)) && after.get(seat) !== owner)
        faults.push(`Seat ${seat} of ${owner} went to ${after.get(seat) ?? 'nobody'} in round ${round}`);
    }
    cinema.clock.now += random(6) * 60_000;
  }
  return faults;
}

/** The seats that are not free, with the ticket or the user who holds them. */
async function takenSeats({ db, clock }: Cinema): Promise<TakenSeat[]> {
  const rows = await db.selectFrom('taken_seats').selectAll().execute();
  return rows
    .filter(({ ticket_id: ticket, held_until: until }) => ticket !== null || (until ?? 0) > clock.now)
    .map(({ seat_number: seat, ticket_id: ticket, held_by: holder }) => ({
      seat,
      owner: ticket === null ? (holder ?? '') : `ticket ${ticket}`,
    }));
}

/** The body of a response, or the code of the error. */
async function outcome(answer: Promise<Answer>): Promise<string> {
  return answer.then(
    ({ body }) => String(JSON.parse(body)),
    (error: unknown) => (error instanceof ApiError ? error.code : 'failed'),
  );
}

/**
 * Sends a command twice with one key. The retry is refused, and the first attempt is carried out between the rollback of the retry and
 * the storing of its refusal. Returns both outcomes, and how many responses are stored.
 */
export async function refuseRetryDuringFirstAttempt(cinema: Cinema) {
  const { db, clock, engine } = cinema;
  const { id: userId } = await addPerson(cinema);
  const command = { userId, route: 'POST /user/tickets', key: 'k', request: {}, clock: () => clock.now };
  let first = Promise.resolve('never sent');
  const retry = await outcome(
    answerOnce(db, command, 201, async () => {
      first = outcome(answerOnce(db, command, 201, async () => 'done'));
      // SQLite has one connection for writing: there, the first attempt waits for it and gets it before the refusal is stored.
      if (engine === 'postgres') await first;
      throw new ApiError('seat_taken');
    }),
  );
  const stored = await db.selectFrom('idempotency_keys').select('key').where('user_id', '=', userId).execute();
  return { first: await first, retry, stored: stored.length };
}

/**
 * Sends a command twice with one key on PostgreSQL. The retry is refused and its refusal stored after the first attempt has done its
 * work, and before that stores its success. Returns both outcomes, the stored statuses, and the balance, to
 * which the first attempt adds Rp.1.000.
 */
export async function succeedAfterStoredRefusal(cinema: Cinema) {
  const { db, clock } = cinema;
  const person = await addPerson(cinema);
  const userId = person.id;
  const command = { userId, route: 'POST /user/tickets', key: 'k', request: {}, clock: () => clock.now };
  let retry = 'never sent';
  const first = await outcome(
    answerOnce(db, command, 201, async (transaction, { now }) => {
      retry = await outcome(
        answerOnce(db, command, 201, async () => {
          throw new ApiError('seat_taken');
        }),
      );
      await topUpInStore(transaction, { userId, amount: 1000, now });
      return 'done';
    }),
  );
  const stored = await db.selectFrom('idempotency_keys').select('status').where('user_id', '=', userId).execute();
  return { first, retry, stored: stored.map(({ status }) => status), balance: await balanceOf(cinema, person) };
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
  await inTransaction(db, (transaction) =>
    replacePasswordHash(transaction, { userId: id, token, from, to, now: clock.now }),
  );
  const answers = await Promise.all(signIns);
  const refused = answers.filter(({ status }) => status === 401).map(({ body }) => body);
  const sessions = await db.selectFrom('sessions').select('token_hash').where('user_id', '=', id).execute();
  return { refused, live: sessions.length };
}
