import { usernameKey } from '#domain/credentials.ts';
import type { Kysely } from 'kysely';
import { readDatabaseTime } from '../db/databaseClock.ts';
import { inTransaction } from '../db/inTransaction.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError, OperatorError } from '../errors.ts';
import { findCredentials } from '../store/accounts.ts';
import { releaseHolds } from '../store/holds.ts';
import { findMovie } from '../store/movies.ts';
import { createOfferedStart } from '../store/showtimes.ts';
import type { ScreeningId } from '../store/takenSeats.ts';
import { runCommand, withDatabase } from './runCommand.ts';

await runCommand(async (environment, first, date, time) => {
  if (first === undefined || (date !== undefined && time === undefined)) {
    throw new OperatorError(
      'Name a user or a showtime: npm run release-holds -- USER_NAME, or npm run release-holds -- TITLE "05 Mar" 20.35',
    );
  }
  return withDatabase(environment, async (database) => {
    const now = await readDatabaseTime(database);
    const holder =
      date === undefined || time === undefined
        ? await findUser(database.db, first)
        : await findScreening(database.db, { title: first, date, time, now, zone: environment.zone });
    const released = await inTransaction(database.db, (transaction) => releaseHolds(transaction, { ...holder, now }));
    return released === 1
      ? 'One hold is released. Its seats are free again.'
      : `${released} holds are released. Their seats are free again.`;
  });
});

async function findUser(db: Kysely<Schema>, username: string): Promise<{ readonly userId: string }> {
  const found = await findCredentials(db, { username });
  if (found === undefined) throw new OperatorError(`There is no user with the name ${usernameKey(username)}`);
  return { userId: found.user.id };
}

async function findScreening(
  db: Kysely<Schema>,
  {
    title,
    date,
    time,
    now,
    zone,
  }: Readonly<Record<'title' | 'date' | 'time' | 'zone', string>> & { readonly now: number },
): Promise<ScreeningId> {
  try {
    const { id: movieId } = await findMovie(db, { title });
    return { movieId, startsAt: createOfferedStart(zone)({ showtimeDate: date, showtimeTime: time }, now) };
  } catch (error) {
    if (error instanceof ApiError) throw new OperatorError(`${title}, ${date}, ${time}: ${error.message}`);
    throw error;
  }
}
