import { randomUUID } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { postgres } from '../programs/databases.ts';
import { installMissing } from '../programs/program.ts';
import { onPostgres } from './postgresDatabases.ts';
import { startPostgres } from './startPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the PostgreSQL server; empty when the tests on PostgreSQL are skipped. */
    postgresUrl: string;
    /** The name prefix of the schemas that tests share. */
    postgresSchemas: string;
  }
}

const SKIPPED =
  'The server tests on PostgreSQL are SKIPPED: no PostgreSQL was found on this machine. ' +
  'Install it (apt-get install postgresql) or set TEST_DATABASE_URL=postgres://user:password@host/database.';

/** Unique to this run, because other runs may use the same PostgreSQL server. */
const CACHED_SCHEMAS = `cached_${randomUUID().slice(0, 8)}`;

export default async function providePostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide('postgresSchemas', CACHED_SCHEMAS);
  const parameters = process.env['TEST_DATABASE_URL'] ?? '';
  if (parameters !== '') {
    project.provide('postgresUrl', parameters);
    return () => dropCachedSchemas(parameters);
  }
  await installMissing([postgres]);
  const binaries = postgres.find();
  if (binaries === undefined) {
    if ((process.env['CI'] ?? '') !== '') throw new Error(SKIPPED);
    process.stderr.write(`\n${SKIPPED}\n\n`);
    project.provide('postgresUrl', '');
    return undefined;
  }
  const server = await startPostgres(binaries);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

/** Drops the schemas of this run from a PostgreSQL server that keeps running. */
async function dropCachedSchemas(databaseUrl: string): Promise<void> {
  await onPostgres(
    databaseUrl,
    `do $$
      declare each name;
      begin
        for each in select nspname from pg_namespace where starts_with(nspname, '${CACHED_SCHEMAS}_') loop
          execute format('drop schema %I cascade', each);
        end loop;
      end
    $$`,
  );
}
