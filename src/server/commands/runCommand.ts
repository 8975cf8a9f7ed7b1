import { resolve } from 'node:path';
import type { Database } from '../db/database.ts';
import { assertMigrated } from '../db/migrate.ts';
import { existingDatabaseFile, openDatabase } from '../db/openDatabase.ts';
import { readProcessEnvironment, type ServerConfig } from '../environment.ts';
import { OperatorError } from '../errors.ts';
import { surviveUnwritableOutput } from '../output/unwritableOutput.ts';

/**
 * Runs a command for operators and prints its result, or the reason why it failed. After a failure the exit code is 1, also when the
 * result cannot be printed.
 */
export async function runCommand(
  command: (environment: ServerConfig, ...given: readonly (string | undefined)[]) => Promise<string>,
): Promise<void> {
  surviveUnwritableOutput((reason) => {
    process.exitCode = 1;
    process.stderr.write(`The command is done, but its result cannot be written to standard output (${reason})\n`);
  });
  try {
    const said = await command(readProcessEnvironment(), ...process.argv.slice(2));
    process.stdout.write(`${said}\n`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    process.stderr.write(
      `${error instanceof OperatorError ? error.message : `The command failed: ${error.message}`}\n`,
    );
    process.exitCode = 1;
  }
}

/**
 * The absolute path of a file that was named on the command line. npm changes to the folder of package.json and keeps the folder where
 * the command was typed in `INIT_CWD`.
 */
export function fileArgument(path: string): string {
  const isRunByNpm = process.env['npm_lifecycle_event'] !== undefined;
  return resolve((isRunByNpm ? process.env['INIT_CWD'] : undefined) ?? process.cwd(), path);
}

/**
 * Opens the database of a server, calls `work` and closes the database. Does not create or migrate a database. Throws an
 * OperatorError when there is no database, or when it does not fit this version.
 */
export async function withDatabase<Result>(
  where: { readonly dataDirectory: string; readonly databaseUrl?: string | undefined },
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  if (where.databaseUrl === undefined) existingDatabaseFile(where.dataDirectory);
  const database = openDatabase(where);
  try {
    await assertMigrated(database.db);
    return await work(database);
  } finally {
    await database.db.destroy();
  }
}
