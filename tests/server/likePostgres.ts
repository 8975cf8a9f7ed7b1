import { StatementSync } from 'node:sqlite';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../src/server/db/schema.ts';
import { wrap } from '../leftovers.ts';

const QUERY = /^(?:select|insert|update|delete|with)\b/i;

const collected = new Set<string>();
let isCollecting = false;

/** Checks each statement that SQLite runs, except by `all`, which `scrambleRows.ts` wraps. */
export function checkStatements(): void {
  for (const method of ['run', 'get', 'iterate'])
    wrap(StatementSync.prototype, method, (call, values, statement) => {
      checkStatement(statement, values);
      return call();
    });
}

/** Throws for a text with a NUL character, which PostgreSQL refuses. */
export function checkStatement(statement: unknown, values: readonly unknown[]): void {
  if (values.some((value) => typeof value === 'string' && value.includes('\0')))
    throw new Error('PostgreSQL refuses texts with a NUL character');
  if (isCollecting && statement instanceof StatementSync) collected.add(statement.sourceSQL);
}

/** Runs `work`, and collects the statements that SQLite runs. */
export async function collectStatements<Result>(work: () => Promise<Result>): Promise<Result> {
  isCollecting = true;
  try {
    return await work();
  } finally {
    isCollecting = false;
  }
}

/** Lets PostgreSQL parse the queries collected since the last call. Returns its message for each one that it refuses. */
export async function listRefusedQueries(db: Kysely<Schema>): Promise<string[]> {
  const refused: string[] = [];
  const queries = [...collected].filter((text) => QUERY.test(text));
  collected.clear();
  if (queries.length === 0) throw new Error('No test has collected a query: run the whole file');
  for (const [index, text] of queries.entries()) {
    let count = 0;
    const numbered = text.replaceAll('?', () => `$${(count += 1)}`);
    await sql
      .raw(`prepare query_${index} as ${numbered}`)
      .execute(db)
      .catch((error: unknown) => refused.push(`${String(error)}: ${text}`));
  }
  return refused;
}
