import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../errors/operatorError.ts';
import { databaseFile } from './openDatabase.ts';
import { makePrivate, syncToDisk } from './privateFiles.ts';

/** A backup on its way into a data folder. */
interface Restoration {
  readonly file: string;
  readonly dataDirectory: string;
  /** The new name of the database that is there; undefined when it may not be replaced. */
  readonly aside: string | undefined;
}

/**
 * Puts a backup in the place of the embedded database, once `prepare` has made a copy ready that lies alone in a folder
 * (reliability 56). Returns where the database lies that was there. Throws an OperatorError, and changes nothing, when that
 * one is in use or may not be replaced.
 */
export async function restoreFile(
  { file, dataDirectory, aside }: Restoration,
  prepare: (folder: string) => Promise<void>,
): Promise<string | undefined> {
  if (!existsSync(file)) throw new OperatorError(`There is no file ${file}`);
  const target = databaseFile(dataDirectory);
  const setAside = existsSync(target) ? `${target}.${aside}` : undefined;
  if (setAside !== undefined && aside === undefined) {
    throw new OperatorError(
      `There is a database in the data folder ${dataDirectory}: with --replace after the file it is put aside`,
    );
  }
  if (setAside !== undefined) closeForAll(target, dataDirectory);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(dataDirectory, 'restoring-'));
  try {
    const copy = databaseFile(folder);
    await copyFile(file, copy);
    await prepare(folder);
    closeForAll(copy, folder);
    await syncToDisk(copy);
    if (setAside !== undefined) {
      closeForAll(target, dataDirectory);
      // Two names for a moment: whenever the power is cut, there is a database in its place.
      await link(target, setAside);
    }
    await rename(copy, target);
    makePrivate(dataDirectory, [target, ...(setAside === undefined ? [] : [setAside])]);
    await syncToDisk(dataDirectory);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return setAside;
}

/** Leaves a database as one file, without a WAL. Throws an OperatorError while anybody else has it open. */
function closeForAll(path: string, dataDirectory: string): void {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = delete');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`A server or a command uses the data folder ${dataDirectory}: stop it first (${reason})`);
  } finally {
    database.close();
  }
}
