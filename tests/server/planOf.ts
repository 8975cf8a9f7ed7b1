import { CompiledQuery } from 'kysely';
import type { Database } from '../../src/server/db/database.ts';

/** The query plan of a statement; on PostgreSQL after `analyze` of the table. */
export async function planOf(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  table: string,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<string> {
  if (engine === 'postgres') await db.executeQuery(CompiledQuery.raw(`analyze ${table}`));
  const explain = engine === 'sqlite' ? 'explain query plan' : 'explain (costs off)';
  const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${statement}`, [...parameters]));
  return rows.map((row) => JSON.stringify(row)).join('\n');
}
