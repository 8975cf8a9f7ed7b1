import { sql, type Kysely } from 'kysely';
import type { Engine } from '../database.ts';
import type { Schema } from '../schema.ts';

/**
 * Compares the texts of indexes and references by their bytes, as SQLite does. Otherwise an index depends on the version of the
 * collation that the system provides, and misses rows after an update of the system.
 */
export async function orderKeysByBytes(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return;
  const { rows } = await sql<{ name: string; changes: string }>`
    select relname as name, string_agg(distinct format('alter column %I type text collate "C"', attname), ', ') as changes
      from pg_attribute a join pg_class c on c.oid = attrelid
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and atttypid = 'text'::regtype
        and attcollation <> '"C"'::regcollation
        and (exists (select from pg_index where indrelid = c.oid and attnum = any (indkey))
          or exists (select from pg_constraint where contype = 'f' and conrelid = c.oid and attnum = any (conkey)))
      group by relname order by relname`.execute(db);
  for (const { name, changes } of rows) await sql.raw(`alter table ${name} ${changes}`).execute(db);
}
