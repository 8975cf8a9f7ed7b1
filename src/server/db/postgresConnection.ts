import type { CompiledQuery, QueryResult, TransactionSettings } from 'kysely';
import type { PoolClient, QueryResult as PostgresResult } from 'pg';
import { Connection } from './connection.ts';
import { isConnectionLost } from './databaseFailure.ts';
import type { Lent } from './postgresPool.ts';
import type { StatementNames } from './nameStatements.ts';
import type { ToldSeatChanges } from './seatChanges.ts';

/**
 * A connection to PostgreSQL, lent by the pool. What needs no answer is sent with what comes next; what fails makes COMMIT
 * roll back. Remembers whether it was lost while it was used (reliability 44).
 */
export class PostgresConnection extends Connection {
  readonly client: PoolClient;
  readonly #nameOf: (sql: string) => string | undefined;
  #isLost = false;
  #inTransaction = false;
  /** The answer to BEGIN, for as long as it has not come. */
  #begun: Promise<unknown> | undefined;
  /** The answers that nobody waited for. */
  #sent: Promise<unknown>[] = [];

  constructor({ client, isDirect }: Lent, nameOf: StatementNames, tell: ToldSeatChanges['tell']) {
    super(tell);
    this.client = client;
    // A pool in between would run the next transaction on a connection that does not know the names.
    this.#nameOf = isDirect ? nameOf : () => undefined;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    const begun = this.#send(`begin${level}${accessMode === undefined ? '' : ` ${accessMode}`}`).then(
      () => (this.#begun = undefined),
      (error: unknown) => {
        this.#isLost = true;
        throw error;
      },
    );
    begun.catch(() => undefined);
    this.#begun = begun;
    this.#sent = [];
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    await this.#begun;
    const committed = this.#send('commit');
    committed.catch(() => undefined);
    await Promise.all(this.#sent);
    const { command } = await committed;
    this.#inTransaction = false;
    // PostgreSQL answers so when a statement of the transaction had failed.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back in place of its commit');
    this.tellAnnounced();
  }

  /** Rolls back; a connection that cannot is lost, and PostgreSQL rolls back by itself. */
  async rollback(): Promise<void> {
    this.#inTransaction = false;
    this.forgetAnnounced();
    if (this.#isLost) return;
    await this.#send('rollback').catch(() => (this.#isLost = true));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  async executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>> {
    // A read may go along with BEGIN; nothing is written before it is known that a transaction stands.
    if (this.#begun !== undefined && query.query.kind !== 'SelectQueryNode') await this.#begun;
    const answer = this.#send(query.sql, query.parameters);
    if (this.#inTransaction && 'isSent' in query && query.isSent === true) {
      answer.catch(() => undefined);
      this.#sent.push(answer);
      return { rows: [] };
    }
    try {
      const { command, rowCount, rows } = await answer;
      return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    } catch (error) {
      // What failed before says why this had to fail, too.
      await Promise.all(this.#sent);
      throw error;
    }
  }

  async #send(text: string, parameters: readonly unknown[] = []): Promise<PostgresResult> {
    const name = parameters.length === 0 ? undefined : this.#nameOf(text);
    try {
      return await this.client.query({ text, values: [...parameters], ...(name !== undefined && { name }) });
    } catch (error) {
      this.#isLost ||= isConnectionLost(error);
      throw error;
    }
  }
}
