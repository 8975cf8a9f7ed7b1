import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/openDatabase.ts';
import { restoreFile } from '../db/restoreFile.ts';
import { OperatorError } from '../errors.ts';
import { closeAllDoors } from '../store/doors.ts';
import { closeAllSessions } from '../store/sessions.ts';
import { auditDatabase } from './audit.ts';
import { fileArgument, runCommand } from './runCommand.ts';

await runCommand(async ({ dataDirectory, databaseUrl }, named, option) => {
  if (databaseUrl !== undefined) {
    throw new OperatorError('Restore PostgreSQL with pg_restore, then run `npm run end-sessions` and `npm run audit`');
  }
  if (named === undefined || (option !== undefined && option !== '--replace')) {
    throw new OperatorError('Name the backup file: npm run restore -- FILE [--replace]');
  }
  const file = fileArgument(named);
  const said: string[] = [];
  const aside = option === undefined ? undefined : `replaced-${new Date().toISOString().replaceAll(':', '')}`;
  const setAside = await restoreFile({ file, dataDirectory, aside }, async (folder) => {
    said.push(...(await makeReady(folder)));
  });
  if (setAside !== undefined) said.push(`The previous database is kept as ${setAside}.`);
  return [`${file} is restored into ${dataDirectory}.`, ...said].join('\n');
});

/** Migrates the restored copy, ends all its sessions, closes its doors and audits it; returns the sentences to print. */
async function makeReady(folder: string): Promise<string[]> {
  const database = openDatabase({ dataDirectory: folder });
  try {
    await migrate(database, Date.now());
    const ended = await closeAllSessions(database.db);
    const closed = await closeAllDoors(database.db, Date.now());
    const audited = await auditDatabase({ dataDirectory: folder });
    return [`${ended} sessions are ended: all users must sign in again. ${closed} doors are closed.`, audited];
  } finally {
    await database.db.destroy();
  }
}
