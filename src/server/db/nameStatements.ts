import { hash } from 'node:crypto';

const STATEMENTS_KEPT = 200;

/** Gives the name under which PostgreSQL keeps a statement; undefined for one that is not kept. */
export type StatementNames = (sql: string) => string | undefined;

/**
 * Names statements, so that each connection parses and plans them once: at most 200, as a named one stays in PostgreSQL as
 * long as its connection. A name is made from the statement, so that it never stands for another.
 */
export function nameStatements(): StatementNames {
  const names = new Map<string, string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size >= STATEMENTS_KEPT) return known;
    const name = hash('sha256', sql, 'base64url');
    names.set(sql, name);
    return name;
  };
}
