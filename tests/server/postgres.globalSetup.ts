import type { TestProject } from 'vitest/node';
import { findPostgresBinaries, installPostgres } from './postgresBinaries.ts';
import { startPostgres } from './startPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL half of the tests runs; empty when it is left out. */
    postgresUrl: string;
  }
}

const LEFT_OUT =
  'The PostgreSQL half of the server tests is LEFT OUT: no PostgreSQL was found on this machine. ' +
  'Install it (apt-get install postgresql) or set TEST_DATABASE_URL=postgres://user:password@host/database.';

export default async function providePostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env['TEST_DATABASE_URL'] ?? '';
  if (given !== '') {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const binaries = (await findPostgresBinaries()) ?? (await installPostgres());
  if (binaries === undefined) {
    if ((process.env['CI'] ?? '') !== '') throw new Error(LEFT_OUT);
    process.stderr.write(`\n${LEFT_OUT}\n\n`);
    project.provide('postgresUrl', '');
    return undefined;
  }
  const server = await startPostgres(binaries);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
