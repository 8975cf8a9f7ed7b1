import { existsSync } from 'node:fs';
import { Kysely, SqliteDialect, type SqliteDatabase } from 'kysely';
import { OperatorError } from '../errors/operatorError.ts';
import { databaseFile, openDatabase } from './openDatabase.ts';
import { openSqliteReader } from './openSqliteFile.ts';
import { toParameters } from './prepareStatements.ts';
import type { Schema } from './schema.ts';

/** Nobody waits for what reads a whole database. */
const UNHURRIED = { statement: 0, answer: 0 };

/** Reads a database as it is at one moment, while servers go on writing to it. Throws an OperatorError when there is none. */
export async function readSnapshot<Result>(
  where: { readonly dataDirectory: string; readonly databaseUrl?: string | undefined },
  read: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const db =
    where.databaseUrl === undefined
      ? openFile(where.dataDirectory)
      : openDatabase({ ...where, postgresLimits: UNHURRIED }).db;
  try {
    const transaction = db.transaction();
    return await (where.databaseUrl === undefined
      ? transaction.execute(read)
      : transaction.setIsolationLevel('repeatable read').setAccessMode('read only').execute(read));
  } finally {
    await db.destroy();
  }
}

function openFile(dataDirectory: string): Kysely<Schema> {
  const path = databaseFile(dataDirectory);
  if (!existsSync(path)) throw new OperatorError(`There is no database in the data folder ${dataDirectory}`);
  const reader = openSqliteReader(path);
  const database: SqliteDatabase = {
    close: () => reader.close(),
    prepare(sql) {
      const statement = reader.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...toParameters(values)),
        run: (values) => statement.run(...toParameters(values)),
        iterate: (values) => statement.iterate(...toParameters(values)),
      };
    },
  };
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
}
