import { existsSync } from 'node:fs';
import { link, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../errors.ts';
import { copyDatabase } from './backUp.ts';
import { databaseFile } from './openDatabase.ts';
import { makePrivate, syncToDisk } from './privateFiles.ts';

/** A temporary folder's name begins with this. */
const RESTORING = 'restoring-';

/** The backup to restore, and the data folder to restore it into. */
interface Restoration {
  readonly file: string;
  readonly dataDirectory: string;
  /** The suffix that an existing database is renamed with; undefined when it must not be replaced. */
  readonly aside: string | undefined;
}

/**
 * Replaces the embedded database with a backup, or with a database in a copied data folder (reliability 56). First copies it into a
 * temporary folder and calls `prepare` with that folder. Returns the new path of the replaced database, or undefined if there was none. Throws an
 * OperatorError, without changing anything, when the existing database is in use or must not be replaced.
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
      `There is already a database in the data folder ${dataDirectory}: add --replace after the file to rename and keep it`,
    );
  }
  if (setAside !== undefined) closeForAll(target, dataDirectory);
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  await removeInterrupted(dataDirectory);
  const folder = await mkdtemp(join(dataDirectory, RESTORING));
  try {
    const copy = databaseFile(folder);
    // Not a copy of the file: the write-ahead log beside it may hold changes that the file lacks.
    await copyDatabase(file, copy).catch((error: unknown) => {
      throw new OperatorError(
        `The file ${file} is not a backup: ${error instanceof Error ? error.message : String(error)}`,
      );
    });
    await prepare(folder);
    closeForAll(copy, folder);
    await syncToDisk(copy);
    if (setAside !== undefined) {
      closeForAll(target, dataDirectory);
      // A hard link, so that the target exists at every moment, even if the power is cut.
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

/** Deletes the temporary folders of restores that were killed. Each may contain a copy of all data. */
async function removeInterrupted(dataDirectory: string): Promise<void> {
  const names = (await readdir(dataDirectory)).filter((name) => name.startsWith(RESTORING));
  for (const name of names) await rm(join(dataDirectory, name), { recursive: true });
}

/** Makes a database a single file without a WAL. Throws an OperatorError while another process has it open. */
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
