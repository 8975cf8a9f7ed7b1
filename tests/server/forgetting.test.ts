import { sql, type Insertable, type KyselyPlugin, type Transaction } from 'kysely';
import { expect, test, vi } from 'vitest';
import { HOLD_DURATION } from '#domain/timings.ts';
import type { Schema } from '../../src/server/db/schema.ts';
import { answerOnce } from '../../src/server/store/idempotency.ts';
import { forgetExpired } from '../../src/server/store/forgetExpired.ts';
import { takeSeats } from '../../src/server/store/takenSeats.ts';
import { theKid } from './catalogueMovies.ts';
import { describeOnAnyEngine, describeOnPostgres } from './onBothEngines.ts';
import type { Cinema } from './openCinema.ts';
import { addPerson, buy, heldBy, soldSeats, topUp, type Person } from './people.ts';
import { startServerProcess } from './startServerProcess.ts';
import { watchWaiting } from './watchWaiting.ts';

const DAY = 86_400_000;
const HOUR = DAY / 24;
const never = new AbortController().signal;

/** Adds `old` expired rows and one fresh row of each kind that the server deletes. */
async function withRows({ db, clock: { now } }: Cinema, { id }: Person, old: number): Promise<void> {
  const numbers = [...Array(old).keys()];
  const tables = {
    keys: [...numbers.map(() => now - DAY), now - DAY + 1].map((at, n) => keyRow(id, `${n}`, at)),
    sessions: [...numbers.map(() => now), now + 1].map((at, n) => sessionRow(id, `${n}`, at)),
    counters: [...numbers.map(() => now - DAY), now - DAY + 1].map((at, n) => counter(`guess ${n}`, at, null)),
    owners: [...numbers.map(() => now - 180 * DAY), now - 180 * DAY + 1].map((at, n) => counter(`owner ${n}`, at, at)),
  };
  await db.insertInto('idempotency_keys').values(tables.keys).execute();
  await db.insertInto('sessions').values(tables.sessions).execute();
  await db
    .insertInto('login_attempts')
    .values([...tables.counters, ...tables.owners])
    .execute();
}

function keyRow(userId: string, key: string, createdAt: number) {
  const answer = { request_hash: '', status: 200, body: '{}' };
  return { user_id: userId, route: 'POST /user/balance', key, created_at: createdAt, ...answer };
}

function sessionRow(userId: string, hash: string, expiresAt: number) {
  return { token_hash: hash, user_id: userId, created_at: 1, last_used_at: 1, expires_at: expiresAt };
}

function counter(subject: string, failedAt: number, knownAt: number | null) {
  return { subject, failures: 1, failed_at: failedAt, known_at: knownAt };
}

/** The keys, sessions and counters of `withRows` that are left. */
async function left({ db }: Pick<Cinema, 'db'>) {
  const keys = await db.selectFrom('idempotency_keys').select('key').where('request_hash', '=', '').execute();
  const sessions = await db.selectFrom('sessions').select('token_hash').where('created_at', '=', 1).execute();
  const counters = await db.selectFrom('login_attempts').select('subject').orderBy('subject').execute();
  return [keys.map(({ key }) => key), sessions.map((row) => row.token_hash), counters.map(({ subject }) => subject)];
}

/** One row of each kind that the server deletes. Its key is the number `n`. */
function expiringRows(userId: string, now: number, n: number, isExpired: boolean) {
  const later = isExpired ? 0 : 1;
  const name = String(n).padStart(3, '0');
  const refusal = { ...keyRow(userId, `refusal ${name}`, now - HOUR / 4 + later), status: 404 };
  const showtime = { movie_id: 1, starts_at: now + DAY };
  const hold = {
    ...showtime,
    id: name,
    user_id: userId,
    network: '192.0.2.1',
    movie_title: '',
    showtime_date: '',
    showtime_time: '',
    seat_numbers: '[]',
    held_at: 0,
    expires_at: now - HOUR + later,
  } satisfies Insertable<Schema['holds']>;
  const seat = {
    ...showtime,
    seat_number: n + 1,
    hold_id: name,
    held_by: userId,
    held_until: now + later,
  } satisfies Insertable<Schema['taken_seats']>;
  return {
    sessions: [sessionRow(userId, name, now + later)],
    keys: [keyRow(userId, name, now - DAY + later), refusal],
    seats: [seat],
    holds: [hold],
    counters: [
      counter(`guess ${name}`, now - DAY + later, null),
      counter(`owner ${name}`, now - 180 * DAY, now - 180 * DAY + later),
    ],
  };
}

/** Deletes expired rows while a transaction uses some of them. The transaction ends once the deletion waits for it. */
async function duringDeletion(
  cinema: Cinema,
  inTransaction: (work: (transaction: Transaction<Schema>) => Promise<unknown>) => Promise<unknown>,
  use: (transaction: Transaction<Schema>) => Promise<unknown>,
): Promise<void> {
  let deleting: Promise<void> | undefined;
  await inTransaction(async (transaction) => {
    await use(transaction);
    const isAwaited = await watchWaiting(cinema, transaction);
    deleting = forgetExpired(cinema.db, { now: cinema.clock.now, stopping: never });
    await isAwaited();
    return 'again';
  });
  await deleting;
}

describeOnAnyEngine('reliability 45: expired rows', ({ test, open, engine }) => {
  test('are deleted ten at a time, also beside rows that have not expired', async () => {
    // The rows of holds and seats are not those of real holds.
    const cinema = await open({ spoilsBooks: true });
    const { id } = await addPerson(cinema);
    // The first and the last row of each kind have not expired, in the order of the keys.
    const rows = Array.from({ length: 27 }, (_, n) => expiringRows(id, cinema.clock.now, n, n > 0 && n < 26));
    await cinema.db
      .insertInto('sessions')
      .values(rows.flatMap(({ sessions }) => sessions))
      .execute();
    await cinema.db
      .insertInto('idempotency_keys')
      .values(rows.flatMap(({ keys }) => keys))
      .execute();
    await cinema.db
      .insertInto('holds')
      .values(rows.flatMap(({ holds }) => holds))
      .execute();
    await cinema.db
      .insertInto('taken_seats')
      .values(rows.flatMap(({ seats }) => seats))
      .execute();
    await cinema.db
      .insertInto('login_attempts')
      .values(rows.flatMap(({ counters }) => counters))
      .execute();
    const deleted: number[] = [];
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        deleted.push(Number(result.numAffectedRows));
        return result;
      },
    };
    await forgetExpired(cinema.db.withPlugin(counting), { now: cinema.clock.now, stopping: never, max: 10 });
    const ofEachKind = [10, 10, 5];
    expect(deleted).toEqual(Array.from({ length: 7 }, () => ofEachKind).flat());
  });

  test('are deleted in small batches, with requests in between, until the server stops', async ({ cinema }) => {
    const visitor = await addPerson(cinema);
    await withRows(cinema, visitor, 400);
    const stopping = new AbortController();
    const deleting = forgetExpired(cinema.db, { now: cinema.clock.now, stopping: stopping.signal, max: 1 });
    expect((await topUp(cinema, visitor, 1)).status).toBe(200);
    stopping.abort();
    await deleting;
    expect((await left(cinema)).flat().length).toBeGreaterThan(1200);
  });

  test.each([
    ['a session', 'update sessions set expires_at = expires_at + 1', [1, 2, 2]],
    ['a counter', 'update login_attempts set failed_at = failed_at + 1 where known_at is null', [1, 1, 3]],
    [
      'a known address of a user',
      'update login_attempts set known_at = known_at + 1 where known_at is not null',
      [1, 1, 3],
    ],
  ])('are kept if they are used again during the deletion: %s', async (_what, use, rows) => {
    const cinema = await open();
    await withRows(cinema, await addPerson(cinema), 1);
    await duringDeletion(
      cinema,
      (work) => cinema.db.transaction().execute(work),
      (transaction) => sql.raw(use).execute(transaction),
    );
    expect((await left(cinema)).map((names) => names.length)).toEqual(rows);
  });

  test('are kept if they are used again during the deletion: a key', async ({ cinema }) => {
    const visitor = await addPerson(cinema);
    await withRows(cinema, visitor, 1);
    const command = {
      userId: visitor.id,
      route: 'POST /user/balance',
      key: '0',
      request: {},
      clock: () => cinema.clock.now,
    };
    let tries = 0;
    await duringDeletion(
      cinema,
      // The first try fails on the stored key; the second try replaces the key's response.
      (work) =>
        answerOnce(cinema.db, command, 200, async (transaction) => {
          tries += 1;
          return tries === 1 ? 'refused' : work(transaction);
        }),
      async () => undefined,
    );
    expect(await answerOnce(cinema.db, command, 200, async () => 'twice')).toMatchObject({ body: '"again"' });
  });

  test('do not prevent a start when they cannot be deleted, and the log says so', async ({ cinema }) => {
    await withRows(cinema, await addPerson(cinema), 1);
    const refusing =
      engine === 'sqlite'
        ? [`create trigger broken before delete on sessions begin select raise(abort, 'broken'); end`]
        : [
            `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
            `create trigger broken before delete on sessions for each row execute function broken()`,
          ];
    for (const statement of refusing) await sql.raw(statement).execute(cinema.db);
    const server = startServerProcess(cinema.variables);
    expect((await fetch(`${await server.url}/api/health/ready`)).status).toBe(200);
    await vi.waitUntil(() => server.output().includes('could not delete expired rows'), { timeout: 10_000 });
    await server.stop();
  });
});

/** SQLite has one writer, so that nothing is sold during a deletion. */
describeOnPostgres('reliability 45: an expired held seat', ({ open }) => {
  test('stays sold if it is sold during the deletion', async () => {
    const cinema = await open({ spoilsBooks: true });
    const [holder, buyer] = [await addPerson(cinema), await addPerson(cinema, { balance: 35_000 })];
    await heldBy(cinema, holder, [12]);
    const { id: ticketId, startsAt } = await buy(cinema, buyer, { seatNumbers: [13] });
    cinema.clock.now += HOLD_DURATION;
    const sale = { movieId: theKid.id, startsAt: Date.parse(startsAt), seatNumbers: [12], ticketId };
    await duringDeletion(
      cinema,
      (work) => cinema.db.transaction().execute(work),
      (transaction) => takeSeats(transaction, { ...sale, userId: buyer.id, now: cinema.clock.now }),
    );
    expect(await soldSeats(cinema)).toMatchObject([{ seatNumbers: [12, 13] }]);
  });
});
