import { hash } from 'node:crypto';
import { DatabaseError } from 'pg';

const STATEMENTS_KEPT = 200;
const NAME_LOST = new Set(['26000', '42P05']);

/** The names under which PostgreSQL keeps statements, so that each connection parses and plans them once. */
export interface StatementNames {
  /** The name of a statement; undefined for one that is not to be kept. */
  nameOf(sql: string): string | undefined;
  /** Whether an error says that a pool in between keeps names on other connections; then no statement has one any more. */
  isNameLost(error: unknown): boolean;
}

/**
 * Names at most 200 different statements: a named one stays in PostgreSQL as long as the connection. A name is made from
 * the statement, so that connections which a pool shares between processes never run another under it.
 */
export function nameStatements(): StatementNames {
  const names = new Map<string, string>();
  let lost = false;
  return {
    nameOf(sql) {
      if (lost) return undefined;
      const known = names.get(sql);
      if (known !== undefined || names.size >= STATEMENTS_KEPT) return known;
      const name = hash('sha256', sql, 'base64url');
      names.set(sql, name);
      return name;
    },
    isNameLost(error) {
      const found = error instanceof DatabaseError && NAME_LOST.has(error.code ?? '');
      lost ||= found;
      return found;
    },
  };
}
