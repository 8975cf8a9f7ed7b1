import { sql } from 'kysely';
import { expect } from 'vitest';
import { latestMigration, migrations } from '../../src/server/db/migrations/migrations.ts';
import { describeOnBothEngines } from './onBothEngines.ts';
import { openCinema, type Cinema } from './openCinema.ts';
import { startServerProcess } from './startServerProcess.ts';

const readiness = async (cinema: Cinema) => (await cinema.call('GET', 'health/ready')).status;

describeOnBothEngines('reliability 54: old and new servers side by side', ({ test, location }) => {
  test('a migration says from which version on it can be used', () => {
    for (const { number, usableFrom } of migrations) {
      expect(usableFrom).toBeGreaterThan(0);
      expect(usableFrom).toBeLessThanOrEqual(number);
    }
  });

  test('an old server goes on until the database requires newer ones, and then says so', async ({ cinema }) => {
    const next = { number: latestMigration + 1, name: 'future', usable_from: latestMigration, applied_at: 0 };
    await cinema.db.insertInto('schema_migrations').values(next).execute();
    expect(await readiness(cinema)).toBe(200);
    const old = startServerProcess(cinema.variables);
    expect((await fetch(`${await old.url}/api/health/ready`)).status).toBe(200);
    await old.stop();

    await cinema.db
      .updateTable('schema_migrations')
      .set({ usable_from: next.number })
      .where('number', '=', next.number)
      .execute();
    expect(await readiness(cinema)).toBe(503);
    const tooOld = startServerProcess(cinema.variables);
    expect(await tooOld.ended, 'the exit code of the old server').toBe(1);
    expect(tooOld.output()).toBe(
      `This server is too old for the database: it knows migrations up to ${latestMigration}, but the database needs a server that knows ${next.number}\n`,
    );
  });

  test('a new server is unready on a database that lacks what it needs', async ({ cinema }) => {
    await cinema.db.deleteFrom('schema_migrations').where('number', '=', latestMigration).execute();
    expect(await readiness(cinema)).toBe(503);
  });

  test('a database of the time before migrations said so is brought forward', async () => {
    const database = (await location()).connect();
    const { db, engine } = database;
    await db.transaction().execute(async (transaction) => {
      for (const { up } of migrations.filter(({ number }) => number <= 3)) await up(transaction, engine);
    });
    const whole = engine === 'sqlite' ? 'integer' : 'bigint';
    for (const statement of [
      `create table schema_migrations (number ${whole} primary key, name text not null, applied_at ${whole} not null)`,
      `insert into schema_migrations values (1, 'cinema', 1), (2, 'guesses', 1), (3, 'announcements', 1)`,
    ]) {
      await sql.raw(statement).execute(db);
    }
    expect(await readiness(await openCinema(database))).toBe(200);
  });
});
