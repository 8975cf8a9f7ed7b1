import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  createQueryId,
  sql,
  type Compilable,
  type CompiledQuery,
  type QueryExecutor,
  type RawBuilder,
  type RootOperationNode,
} from 'kysely';
import type { Schema } from './schema.ts';

/** Where statements run: a database or one of its transactions. */
export interface Runner {
  getExecutor(): QueryExecutor;
}

/** The value that a statement is given under a name each time it runs. */
export type Given<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

/** A statement that is built once and run with other values each time. */
export interface Statement<Values, Row> {
  all(at: Runner, values: Values): Promise<Row[]>;
  first(at: Runner, values: Values): Promise<Row | undefined>;
  /** Runs it in a transaction and waits for nothing: what fails is thrown by a later statement, at the latest by COMMIT. */
  send(transaction: Runner, values: Values): Promise<void>;
}

/** A query as a connection is given it; `isSent` lets it go on before it is answered, or even sent. */
interface AskedQuery extends CompiledQuery {
  readonly isSent: boolean;
}

interface Built<Values, Row> {
  readonly query: CompiledQuery<Row>;
  readonly read: readonly ((values: Values) => unknown)[];
}

/** Stands in a statement for a value and reads it from those given. */
class Parameter<Values> {
  readonly read: (values: Values) => unknown;

  constructor(read: (values: Values) => unknown) {
    this.read = read;
  }
}

const builder = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Builds a statement of named values, once; each engine's text of it is made once, too. */
export function statement<Values extends object, Row>(
  build: (
    db: Kysely<Schema>,
    given: Given<Values>,
  ) => Compilable<Row> & { readonly toOperationNode: () => RootOperationNode },
): Statement<Values, Row> {
  const node = build(builder, (name) => sql`${new Parameter<Values>((values) => values[name])}`).toOperationNode();
  const kept = new WeakMap<object, Built<Values, Row>>();

  function compile(executor: QueryExecutor): Built<Values, Row> {
    const queryId = createQueryId();
    const query = executor.compileQuery<Row>(executor.transformQuery(node, queryId), queryId);
    const read = query.parameters.map((parameter) =>
      parameter instanceof Parameter ? parameter.read : () => parameter,
    );
    return { query, read };
  }

  function builtFor(executor: QueryExecutor): Built<Values, Row> {
    const { adapter, plugins } = executor;
    // A plugin may make another statement of it.
    if (plugins.length > 0) return compile(executor);
    const built = kept.get(adapter) ?? compile(executor);
    kept.set(adapter, built);
    return built;
  }

  async function run(at: Runner, values: Values, isSent: boolean): Promise<Row[]> {
    const executor = at.getExecutor();
    const { query, read } = builtFor(executor);
    const asked: AskedQuery = { ...query, parameters: read.map((each) => each(values)), isSent };
    const { rows } = await executor.provideConnection((connection) => connection.executeQuery<Row>(asked));
    return rows;
  }

  return {
    all: (at, values) => run(at, values, false),
    first: async (at, values) => (await run(at, values, false))[0],
    send: async (transaction, values) => {
      await run(transaction, values, true);
    },
  };
}
