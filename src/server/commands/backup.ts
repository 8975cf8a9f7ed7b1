import { backUp } from '../db/backUp.ts';
import { StartupFailure } from '../errors/operatorError.ts';
import { runCommand } from './runCommand.ts';

await runCommand(async ({ dataDirectory, databaseUrl }, file) => {
  if (databaseUrl !== undefined) throw new StartupFailure('PostgreSQL is backed up by its own pg_dump');
  if (file === undefined) throw new StartupFailure('Where to? npm run backup -- FILE');
  await backUp(dataDirectory, file);
  return `The database is backed up to ${file}. To restore it, put it in an empty data folder as nobar-now.sqlite.`;
});
