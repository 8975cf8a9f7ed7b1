import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '../errors.ts';
import { existingDatabaseFile } from './openDatabase.ts';
import { openSqliteReader } from './openSqliteFile.ts';
import { makePrivateFile, syncToDisk } from './privateFiles.ts';

/**
 * Copies a consistent snapshot of the embedded database into a new file while a server may still write (reliability 40).
 * The file appears only when it is complete and synced to disk, and only its owner can read it (reliability 57).
 * Throws an OperatorError when the file already exists.
 */
export async function backUp(dataDirectory: string, file: string): Promise<void> {
  const source = existingDatabaseFile(dataDirectory);
  if (existsSync(file)) throw new OperatorError(`The file ${file} already exists`);
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  await copyDatabase(source, partial);
  await syncToDisk(partial);
  await rename(partial, file);
  await syncToDisk(dirname(file));
}

/**
 * Copies a consistent snapshot of a SQLite database into a new file that only its owner can read, while a server may still write. The
 * copy includes what is only in the write-ahead log beside the source. Throws when the source is not a database of this product.
 */
export async function copyDatabase(source: string, target: string): Promise<void> {
  const reader = openSqliteReader(source);
  try {
    reader.prepare('select number from schema_migrations').get();
    await makePrivateFile(target);
    reader.prepare('vacuum into ?').run(target);
  } finally {
    reader.close();
  }
}
