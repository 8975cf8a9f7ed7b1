import { backUp } from '../db/backUp.ts';
import { OperatorError } from '../errors.ts';
import { runCommand } from './runCommand.ts';

await runCommand(async ({ dataDirectory, databaseUrl }, file) => {
  if (databaseUrl !== undefined) throw new OperatorError('PostgreSQL is backed up by its own pg_dump');
  if (file === undefined) throw new OperatorError('Name the file to create: npm run backup -- FILE');
  await backUp(dataDirectory, file);
  return `The database is backed up to ${file}. To restore it, run npm run restore -- ${file}`;
});
