import { openDatabase } from '../db/openDatabase.ts';
import { closeAllSessions } from '../store/sessions.ts';
import { runCommand } from './runCommand.ts';

await runCommand(async (environment) => {
  const { db } = openDatabase(environment);
  try {
    return `${await closeAllSessions(db)} sessions are ended: everybody signs in again.`;
  } finally {
    await db.destroy();
  }
});
