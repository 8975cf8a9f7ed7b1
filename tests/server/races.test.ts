import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseUnavailable } from '../../src/server/db/databaseFailure.ts';
import { inTransaction } from '../../src/server/db/inTransaction.ts';
import { findMovie } from '../../src/server/store/movies.ts';
import { buyTenWithMoneyForOne, cancelTenTimes, fillTheHall } from './contests.ts';
import { theKid } from './catalogueMovies.ts';
import { describeOnBothEngines, describeOnPostgres } from './onBothEngines.ts';
import { countByStatus, openCinema } from './openCinema.ts';
import { addPeople, addPerson, purchase, soldSeats, topUp } from './people.ts';
import { onPostgres } from './postgresDatabases.ts';

const HALL = Array.from({ length: 64 }, (_, index) => index + 1);

describeOnBothEngines('reliability 1 to 4: races', ({ test }) => {
  test('200 concurrent buyers of 64 seats buy exactly 64', async ({ cinema }) => {
    expect(await fillTheHall(cinema)).toEqual({ 201: 64, 409: 136 });
    expect(await soldSeats(cinema)).toMatchObject([{ seatNumbers: HALL }]);
    const broke = await cinema.db.selectFrom('users').select('id').where('balance', '=', 0).execute();
    expect(broke).toHaveLength(64);
  });

  test('concurrent purchases of overlapping seats in any order never deadlock and never share a seat', async ({
    cinema,
  }) => {
    const buyers = await addPeople(cinema, 60, { balance: 210_000 });
    const answers = await Promise.all(
      buyers.map((buyer, index) => {
        const seats = Array.from({ length: 6 }, (_, step) => ((index * 3 + step * 5) % 16) + 1);
        const seatNumbers = index % 2 === 0 ? seats : seats.toReversed();
        return purchase(cinema, buyer, { seatNumbers });
      }),
    );
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
  });

  test('a user with money for one seat who buys ten concurrently gets exactly one', async ({ cinema }) => {
    expect(await buyTenWithMoneyForOne(cinema)).toEqual({ 201: 1, 409: 9 });
  });

  test('reliability 4: ten concurrent cancellations of a ticket refund it once', async ({ cinema }) => {
    expect(await cancelTenTimes(cinema)).toEqual({ answers: { 200: 1, 404: 9 }, balance: 35_000 });
    expect(await soldSeats(cinema)).toMatchObject([{ seatNumbers: [] }]);
  });
});

describeOnPostgres('reliability 34: a role whose transactions are repeatable reads by default', ({ location }) => {
  test('is no reason for a 503: 20 top-ups at once all succeed', async () => {
    const { databaseUrl = '', connect } = await location();
    const name = new URL(databaseUrl).pathname.slice(1);
    await onPostgres(databaseUrl, `alter database ${name} set default_transaction_isolation = 'repeatable read'`);
    const cinema = await openCinema(connect());
    onTestFinished(() => cinema.app.close());
    const person = await addPerson(cinema);
    const answers = await Promise.all(Array.from({ length: 20 }, () => topUp(cinema, person, 1000)));
    expect(countByStatus(answers)).toEqual({ 200: 20 });
  });
});

describeOnPostgres('reliability 34: a deadlock', ({ open }) => {
  test('is retried, and both transactions take effect once', async () => {
    const cinema = await open({ spoilsBooks: true });
    const [one, two] = [await addPerson(cinema), await addPerson(cinema)];
    let tries = 0;
    let arrived = 0;
    const { promise: bothHoldOne, resolve: meet } = Promise.withResolvers<undefined>();
    const giveBoth = (ids: readonly string[]) =>
      inTransaction(cinema.db, async (transaction) => {
        tries += 1;
        for (const id of ids) {
          await transaction
            .updateTable('users')
            .set(({ eb }) => ({ balance: eb('balance', '+', 1) }))
            .where('id', '=', id)
            .execute();
          arrived += 1;
          if (arrived === 2) meet(undefined);
          await bothHoldOne;
        }
      });
    await Promise.all([giveBoth([one.id, two.id]), giveBoth([two.id, one.id])]);
    expect(tries).toBeGreaterThan(2);
    const balances = await cinema.db.selectFrom('users').select('balance').execute();
    expect(balances).toEqual([{ balance: 2 }, { balance: 2 }]);
  });
});

describeOnPostgres('reliability 34: a serialization failure', ({ open }) => {
  const fail = sql`do $$ begin raise exception 'another came first' using errcode = '40001'; end $$`;

  test('is retried until the transaction succeeds', async () => {
    const { db } = await open();
    let tries = 0;
    await inTransaction(db, async (transaction) => {
      tries += 1;
      await transaction
        .updateTable('movies')
        .set(({ eb }) => ({ ticket_price: eb('ticket_price', '+', 1) }))
        .where('id', '=', theKid.id)
        .execute();
      if (tries < 3) await fail.execute(transaction);
    });
    const { ticket_price } = await findMovie(db, { title: theKid.title });
    expect({ tries, ticket_price }).toEqual({ tries: 3, ticket_price: theKid.ticket_price + 1 });
  });

  test('is reported as an unavailable database after five attempts', async () => {
    const { db } = await open();
    let tries = 0;
    const failing = inTransaction(db, async (transaction) => {
      tries += 1;
      if (tries <= 50) await fail.execute(transaction);
    });
    await expect(failing).rejects.toSatisfy(isDatabaseUnavailable);
    expect(tries).toBe(5);
  });
});
