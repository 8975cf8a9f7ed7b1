import { readDatabaseTime } from '../db/databaseClock.ts';
import { closeAllDoors } from '../store/doors.ts';
import { closeAllSessions } from '../store/sessions.ts';
import { runCommand, withDatabase } from './runCommand.ts';

await runCommand((environment) =>
  withDatabase(environment, async (database) => {
    const ended = await closeAllSessions(database.db);
    const closed = await closeAllDoors(database.db, await readDatabaseTime(database));
    return `${ended} sessions are ended: all users must sign in again. ${closed} doors are closed.`;
  }),
);
