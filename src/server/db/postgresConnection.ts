import { SelectQueryNode, type CompiledQuery, type QueryResult, type TransactionSettings } from 'kysely';
import type { PoolClient } from 'pg';
import { Connection } from './connection.ts';
import { isConnectionLost } from './databaseFailure.ts';
import { PostgresBatch, type Answered, type Asked, type KeptStatements } from './postgresBatch.ts';
import type { Lent } from './postgresPool.ts';
import type { StatementNames } from './nameStatements.ts';
import type { ToldSeatChanges } from './seatChanges.ts';

const NOTHING: Answered = { command: '', count: 0, columns: [], rows: [] };

/** A statement that is not sent yet. */
interface Waiting {
  readonly asked: Asked;
  /** Whether it reads what is committed and locks nothing, so that it need not wait for its transaction to begin. */
  readonly onlyReads: boolean;
  readonly resolve: (answer: Answered) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A connection to PostgreSQL, lent by the pool. What is asked for at the same time is sent together, and what needs no answer
 * goes with what comes next. A transaction begins with the first statement that does more than read; when nothing but COMMIT
 * follows its writes, they are sent as a transaction of their own, without BEGIN and COMMIT. After a failure nothing of a
 * transaction is sent any more. Remembers whether it was lost while it was used (reliability 44).
 */
export class PostgresConnection extends Connection {
  readonly client: PoolClient;
  readonly #kept: KeptStatements;
  readonly #nameOf: StatementNames;
  #isLost = false;
  #transaction: 'none' | 'due' | 'begun' = 'none';
  #failure: Error | undefined;
  #waiting: Waiting[] = [];

  constructor({ client, isDirect, kept }: Lent, nameOf: StatementNames, tell: ToldSeatChanges['tell']) {
    super(tell);
    this.client = client;
    this.#kept = kept;
    // A pool in between would run the next transaction on a connection that does not know the names.
    this.#nameOf = isDirect ? nameOf : () => undefined;
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async begin({ isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    this.#transaction = 'due';
    const level = isolationLevel === undefined ? '' : ` isolation level ${isolationLevel}`;
    const settings = `${level}${accessMode === undefined ? '' : ` ${accessMode}`}`;
    if (settings !== '') this.#open(settings);
  }

  async commit(): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#transaction === 'begun') {
      const committed = this.#ask('commit');
      void this.#send();
      const { command } = await committed;
      // PostgreSQL answers so when a statement of the transaction had failed.
      if (command === 'ROLLBACK') throw new Error('The transaction was rolled back in place of its commit');
    } else {
      const failure = await this.#send();
      if (failure !== undefined) throw failure;
    }
    this.#end();
    this.tellAnnounced();
  }

  /** Rolls back; a connection that cannot is lost, and PostgreSQL rolls back by itself. */
  async rollback(): Promise<void> {
    const wasBegun = this.#transaction === 'begun';
    this.#end();
    this.forgetAnnounced();
    if (this.#isLost || !wasBegun) return;
    const rolledBack = this.#ask('rollback');
    void this.#send();
    await rolledBack.catch(() => (this.#isLost = true));
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;
  async executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const answer = this.#ask(query.sql, query.parameters, onlyReads(query));
    if (this.#transaction !== 'none' && 'isSent' in query && query.isSent === true) {
      answer.catch(() => undefined);
      return { rows: [] };
    }
    process.nextTick(() => this.#sendWithin());
    try {
      return this.#resultOf(await answer);
    } catch (error) {
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  #ask(text: string, parameters: readonly unknown[] = [], reads = false): Promise<Answered> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const { promise, resolve, reject } = Promise.withResolvers<Answered>();
    const name = parameters.length === 0 ? undefined : this.#nameOf(text);
    const asked = { text, values: parameters.map(toText), name };
    this.#waiting.push({ asked, onlyReads: reads, resolve, reject });
    return promise;
  }

  #open(settings = ''): void {
    this.#transaction = 'begun';
    const asked = { text: `begin${settings}`, values: [], name: undefined };
    this.#waiting.unshift({ asked, onlyReads: false, resolve: () => undefined, reject: () => undefined });
  }

  /** Sends what waits, while its transaction goes on. */
  #sendWithin(): void {
    if (this.#transaction === 'due' && this.#waiting.some((waiting) => !waiting.onlyReads)) this.#open();
    void this.#send();
  }

  /** Sends what waits; resolves when it is answered, with what failed. */
  async #send(): Promise<Error | undefined> {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return undefined;
    const batch = new PostgresBatch(
      waiting.map(({ asked }) => asked),
      this.#kept,
    );
    this.client.query(batch);
    const { answers, failure } = await batch.ended;
    if (failure === undefined) {
      for (const [index, { resolve }] of waiting.entries()) resolve(answers[index] ?? NOTHING);
      return undefined;
    }
    this.#isLost ||= isConnectionLost(failure);
    if (this.#transaction !== 'none') this.#failure ??= failure;
    for (const { reject } of waiting) reject(failure);
    return failure;
  }

  #end(): void {
    this.#transaction = 'none';
    this.#failure = undefined;
    for (const { reject } of this.#waiting.splice(0))
      reject(new Error('The transaction has ended before this was sent'));
  }

  #resultOf({ command, count, columns, rows }: Answered): QueryResult<unknown> {
    const readers = columns.map(({ name, dataTypeID }) => ({ name, read: this.client.getTypeParser(dataTypeID) }));
    const read = rows.map((fields) => {
      const row: Record<string, unknown> = {};
      for (const [index, { name, read: parse }] of readers.entries()) {
        const field = fields[index] ?? null;
        row[name] = field === null ? null : parse(field);
      }
      return row;
    });
    return command === 'SELECT' ? { rows: read } : { rows: read, numAffectedRows: BigInt(count) };
  }
}

function onlyReads({ query }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) && query.with === undefined && query.endModifiers === undefined;
}

function toText(value: unknown): string | null {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  throw new TypeError(`PostgreSQL is given no ${typeof value}`);
}
