import type { CompiledQuery, QueryResult, TransactionSettings } from 'kysely';
import type { PoolClient, QueryResult as PostgresResult } from 'pg';
import { Connection } from './connection.ts';
import { isConnectionLost } from './databaseFailure.ts';
import type { StatementNames } from './nameStatements.ts';
import type { ToldSeatChanges } from './seatChanges.ts';

/** A connection to PostgreSQL, lent by the pool. Remembers whether it was lost while it was used (reliability 44). */
export class PostgresConnection extends Connection {
  readonly client: PoolClient;
  readonly #names: StatementNames;
  #isLost = false;
  #inTransaction = false;

  constructor(client: PoolClient, names: StatementNames, tell: ToldSeatChanges['tell']) {
    super(tell);
    this.client = client;
    this.#names = names;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    await this.#send(`begin${level}${accessMode === undefined ? '' : ` ${accessMode}`}`);
    this.#inTransaction = true;
  }

  async commit(): Promise<void> {
    const { command } = await this.#send('commit');
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
  async executeQuery({ sql, parameters }: CompiledQuery): Promise<QueryResult<unknown>> {
    const { command, rowCount, rows } = await this.#sendNamed(sql, parameters);
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async #sendNamed(sql: string, parameters: readonly unknown[]): Promise<PostgresResult> {
    const name = parameters.length === 0 ? undefined : this.#names.nameOf(sql);
    if (name === undefined) return this.#send(sql, parameters);
    try {
      return await this.#send(sql, parameters, name);
    } catch (error) {
      if (!this.#names.isNameLost(error) || this.#inTransaction) throw error;
      return this.#send(sql, parameters);
    }
  }

  async #send(text: string, parameters: readonly unknown[] = [], name?: string): Promise<PostgresResult> {
    try {
      return await this.client.query({ text, values: [...parameters], ...(name !== undefined && { name }) });
    } catch (error) {
      this.#isLost ||= isConnectionLost(error);
      throw error;
    }
  }
}
