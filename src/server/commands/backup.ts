import { backUp } from '../db/backUp.ts';
import { OperatorError } from '../errors.ts';
import { fileArgument, runCommand } from './runCommand.ts';

await runCommand(async ({ dataDirectory, databaseUrl }, file) => {
  if (databaseUrl !== undefined) throw new OperatorError('PostgreSQL is backed up by its own pg_dump');
  if (file === undefined) throw new OperatorError('Name the file to create: npm run backup -- FILE');
  const target = fileArgument(file);
  await backUp(dataDirectory, target);
  return `The database is backed up to ${target}. To restore it, run npm run restore -- ${target}`;
});
