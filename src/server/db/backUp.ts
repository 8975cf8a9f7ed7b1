import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { OperatorError } from '../errors.ts';
import { copyDatabase } from './copyDatabase.ts';
import { existingDatabaseFile } from './openDatabase.ts';
import { syncToDisk } from './privateFiles.ts';

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
