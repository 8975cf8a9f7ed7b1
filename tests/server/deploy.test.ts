import { sql } from 'kysely';
import { expect } from 'vitest';
import { latestMigration, migrations } from '../../src/server/db/migrations/migrations.ts';
import { describeOnBothEngines, variablesOf } from './onBothEngines.ts';
import { openCinema, THURSDAY_MORNING, type Cinema } from './openCinema.ts';
import { startServerProcess } from './startServerProcess.ts';

/** Writes down a migration of a version to come. */
async function migrateFurther({ db }: Pick<Cinema, 'db'>, usableFrom: number): Promise<void> {
  const next = { number: latestMigration + 1, name: 'future', usable_from: usableFrom, applied_at: THURSDAY_MORNING };
  await db.insertInto('schema_migrations').values(next).execute();
}

const readiness = async (cinema: Cinema) => (await cinema.call('GET', 'health/ready')).status;

describeOnBothEngines('reliability 54: old and new servers side by side', ({ test, location }) => {
  test('a migration says from which version on it can be used', () => {
    for (const { number, usableFrom } of migrations) {
      expect(usableFrom).toBeGreaterThan(0);
      expect(usableFrom).toBeLessThanOrEqual(number);
    }
  });

  test('an old server goes on, and starts again, on a database that a new one has migrated for both', async () => {
    const where = await location();
    const cinema = await openCinema(where.connect());
    await migrateFurther(cinema, latestMigration);
    expect(await readiness(cinema)).toBe(200);
    const old = startServerProcess(variablesOf(where));
    expect((await fetch(`${await old.url}/api/health/ready`)).status).toBe(200);
    await old.stop();
  });

  test('an old server is unready on a database that asks for newer ones, and says so when it starts', async () => {
    const where = await location();
    const cinema = await openCinema(where.connect());
    await migrateFurther(cinema, latestMigration + 1);
    expect(await readiness(cinema)).toBe(503);
    const old = startServerProcess(variablesOf(where));
    expect(await old.ended, 'the exit code of the old server').toBe(1);
    expect(old.output()).toBe(
      `This server is too old for the database, which servers that know migration ${latestMigration + 1} can use: this one knows ${latestMigration}\n`,
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
