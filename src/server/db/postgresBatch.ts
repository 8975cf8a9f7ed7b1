import { Query, type Connection } from 'pg';

/** A statement of PostgreSQL with its values; one with a name is parsed once by its connection, which keeps it. */
export interface Asked {
  readonly text: string;
  readonly values: readonly (string | null)[];
  readonly name: string | undefined;
}

/** What PostgreSQL answers to one statement, as it is sent over the line. */
export interface Answered {
  /** The first word of what it says was done. */
  readonly command: string;
  /** To how many rows; 0 where it does not say. */
  readonly count: number;
  readonly columns: readonly Column[];
  readonly rows: readonly Fields[];
}

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

type Fields = readonly (string | null)[];

interface Ended {
  /** One for each statement, unless something failed. */
  readonly answers: readonly Answered[];
  readonly failure: Error | undefined;
}

/** The named statements that a connection keeps, with the columns of their rows: they need not be described again. */
export type KeptStatements = Map<string, readonly Column[]>;

/**
 * Statements that PostgreSQL is sent in one go, with a single Sync behind them, and answers in one: `pg` would end each with
 * its own. Outside of a transaction they are a transaction of their own. When one fails, none behind it is carried out.
 */
export class PostgresBatch extends Query {
  readonly statements: readonly Asked[];
  /** Resolves when all is answered or something failed. */
  readonly ended: Promise<Ended>;
  /** `pg` calls it at the end, and puts its time limit around it. */
  callback: (failure: Error | null) => void;
  readonly #kept: KeptStatements;
  readonly #answers: Answered[] = [];
  #columns: readonly Column[] = [];
  #rows: Fields[] = [];

  constructor(statements: readonly Asked[], kept: KeptStatements) {
    super('');
    const { promise, resolve } = Promise.withResolvers<Ended>();
    this.statements = statements;
    this.ended = promise;
    this.callback = (failure) => resolve({ answers: this.#answers, failure: failure ?? undefined });
    this.#kept = kept;
  }

  override readonly submit = (connection: Connection): void => {
    const { stream } = connection;
    stream.cork();
    for (const { text, name = '', values } of this.statements) {
      const isKept = this.#kept.has(name);
      if (!isKept) {
        // One that failed when it was run first may be there already.
        if (name !== '') connection.close({ type: 'S', name }, true);
        connection.parse({ name, text, types: [] }, true);
      }
      connection.bind({ statement: name, values: [...values] }, true);
      if (!isKept) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    }
    connection.sync();
    stream.uncork();
  };

  handleRowDescription({ fields }: { readonly fields: readonly Column[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, dataTypeID }));
  }

  handleDataRow({ fields }: { readonly fields: Fields }): void {
    this.#rows.push(fields);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const [command = ''] = text.split(' ', 1);
    const count = Number(/\d+$/.exec(text)?.[0] ?? 0);
    const { name = '' } = this.statements[this.#answers.length] ?? {};
    const columns = this.#kept.get(name) ?? this.#columns;
    if (name !== '') this.#kept.set(name, columns);
    this.#answers.push({ command, count, columns, rows: this.#rows });
    this.#columns = [];
    this.#rows = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    this.callback(null);
  }
}
