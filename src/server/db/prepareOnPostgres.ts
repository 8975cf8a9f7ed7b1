import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { PoolClient } from 'pg';

const STATEMENTS_KEPT = 200;
const COMMANDS = ['INSERT', 'UPDATE', 'DELETE', 'MERGE', 'COMMIT', 'ROLLBACK'] as const;

/**
 * Names statements, so that each connection parses and plans them once. Leaves those without parameters unnamed, and all
 * beyond 200 different ones: a named statement stays in PostgreSQL as long as the connection.
 */
export function prepareOnPostgres(): (client: PoolClient) => PostgresPoolClient {
  const names = new Map<string, string>();

  function nameOf(sql: string): string | undefined {
    const known = names.get(sql);
    if (known !== undefined || names.size >= STATEMENTS_KEPT) return known;
    const name = `statement_${names.size}`;
    names.set(sql, name);
    return name;
  }

  async function run(
    client: PoolClient,
    text: string,
    parameters: readonly unknown[],
  ): Promise<PostgresQueryResult<unknown>> {
    const name = parameters.length === 0 ? undefined : nameOf(text);
    const statement = { text, values: [...parameters], ...(name === undefined ? {} : { name }) };
    const { command, rowCount, rows } = await client.query(statement);
    return { command: COMMANDS.find((each) => each === command) ?? 'SELECT', rowCount: rowCount ?? 0, rows };
  }

  return (client) => {
    function query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
    function query(
      asked: string | PostgresCursor<unknown>,
      parameters: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<unknown>> | PostgresCursor<unknown> {
      if (typeof asked !== 'string') throw new Error('Nothing of this product streams a query');
      return run(client, asked, parameters);
    }
    return { query, release: (destroy) => client.release(destroy) };
  };
}
