import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { OperatorError } from '../errors/operatorError.ts';
import { databaseFile } from './openDatabase.ts';
import { openSqliteReader } from './openSqliteFile.ts';

/**
 * Copies the embedded database as it is at one moment into a new file, while a server goes on writing (reliability 40).
 * The file appears only when it is whole and on the disk. Throws an OperatorError when it is there already.
 */
export async function backUp(dataDirectory: string, file: string): Promise<void> {
  const source = databaseFile(dataDirectory);
  if (!existsSync(source)) throw new OperatorError(`There is no database in the data folder ${dataDirectory}`);
  if (existsSync(file)) throw new OperatorError(`The file ${file} is there already`);
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  const reader = openSqliteReader(source);
  try {
    reader.prepare('vacuum into ?').run(partial);
  } finally {
    reader.close();
  }
  const handle = await open(partial, 'r+');
  await handle.sync();
  await handle.close();
  await rename(partial, file);
}
