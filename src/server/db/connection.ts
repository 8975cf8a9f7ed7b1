import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** A connection of either engine. Remembers whose seats its transaction changes, to tell of them after COMMIT. */
export abstract class Connection implements DatabaseConnection {
  readonly #tell: (screenings: Iterable<string>) => void;
  readonly #announced = new Set<string>();

  constructor(tell: (screenings: Iterable<string>) => void) {
    this.#tell = tell;
  }

  abstract executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>>;

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing of this product streams a query');
  }

  /** Takes the key of a screening. */
  announce(screening: string): void {
    this.#announced.add(screening);
  }

  protected tellAnnounced(): void {
    if (this.#announced.size > 0) this.#tell(this.#announced);
    this.#announced.clear();
  }

  protected forgetAnnounced(): void {
    this.#announced.clear();
  }
}

/** Throws when a connection is not of this product. */
export function ourConnection(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection;
  throw new TypeError('This connection belongs to another driver');
}
