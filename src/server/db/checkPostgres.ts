import { sql, type Kysely } from 'kysely';
import { OperatorError } from '../errors.ts';
import { POSTGRES_LIMITS } from './openPostgres.ts';
import type { Schema } from './schema.ts';

/** The oldest major version that we test with and that PostgreSQL maintains. */
const OLDEST_VERSION = 15;
const IN_MAJOR_VERSION = 10_000;

/** Settings of a database and its server; `connections` without those that are reserved for superusers. */
interface Settings {
  readonly database: string;
  readonly encoding: string;
  readonly version: number;
  readonly connections: number;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
}

/** Throws an OperatorError when a PostgreSQL database cannot be used by a server, with the reason and how to create a right one. */
export async function checkPostgres(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<Settings>`
    select current_database() as database,
      current_setting('server_encoding') as encoding,
      current_setting('server_version_num')::int as version,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      pg_is_in_recovery() as is_standby,
      current_setting('transaction_read_only')::boolean as is_read_only`.execute(db);
  const [settings] = rows;
  const fault = settings && faultOfSettings(settings);
  if (fault !== undefined) throw new OperatorError(fault);
}

/** Settings that may lose or hide data without an error; `provided` is the version of the collation that the system has now. */
interface Risks {
  readonly database: string;
  readonly stored: string | null;
  readonly provided: string | null;
  readonly off: string | null;
}

/** A sentence for each setting of a PostgreSQL database that may lose or hide data, with the remedy. */
export async function listRisks(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<Risks>`
    select datname as database, datcollversion as stored, pg_database_collation_actual_version(oid) as provided,
      (select string_agg(name, ', ' order by name) from pg_settings
        where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off') as off
      from pg_database where datname = current_database()`.execute(db);
  return rows.flatMap(risksOf);
}

/** As `listRisks`, for known settings. */
export function risksOf({ database, stored, provided, off }: Risks): string[] {
  return [
    ...(stored === provided
      ? []
      : [
          `The texts of the database ${database} were sorted by version ${stored} of its collation, and the system has ${provided}, so indexes may miss rows: run REINDEX DATABASE ${database}, then ALTER DATABASE ${database} REFRESH COLLATION VERSION`,
        ]),
    ...(off === null ? [] : [`PostgreSQL may lose what it has acknowledged when its machine stops: turn on ${off}`]),
  ];
}

/** Why a server cannot use a database with these settings; undefined if it can. */
export function faultOfSettings({
  database,
  encoding,
  version,
  connections,
  is_standby,
  is_read_only,
}: Settings): string | undefined {
  const major = Math.floor(version / IN_MAJOR_VERSION);
  if (major < OLDEST_VERSION) return `PostgreSQL ${major} is too old: install ${OLDEST_VERSION} or later`;
  if (encoding !== 'UTF8') {
    return `The database ${database} stores text as ${encoding}, which lacks most letters. Create one with createdb --encoding=UTF8 --template=template0 NAME`;
  }
  if (is_standby) return 'PostgreSQL is a standby, which accepts no writes: DATABASE_URL must name the primary';
  if (is_read_only)
    return `The database ${database} is read-only: turn off default_transaction_read_only for it and for the role`;
  if (connections < POSTGRES_LIMITS.poolSize) {
    return `PostgreSQL allows ${connections} connections, but each server opens up to ${POSTGRES_LIMITS.poolSize}: raise max_connections`;
  }
  return undefined;
}
