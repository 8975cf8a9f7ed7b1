import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { OperatorError } from '../errors.ts';

const OWNER_ALONE = 0o600;
const OWNERS_FOLDER = 0o700;
const STICKY = 0o1000;
/** The database and SQLite's files beside it, a database that a restore replaced, and the folder of a restore in progress. */
const OUR_FILES = /^(?:nobar-now\.sqlite|restoring-)/;

/**
 * Creates the folder and the first of the files if they are missing, and gives access to the owner only (reliability 57).
 * Does not change the mode of a folder that belongs to another user, has the sticky bit (such as /tmp) or contains other files.
 * Throws an OperatorError, before it changes anything, when a file is a symbolic link, because its target may belong to others.
 */
export function makePrivate(folder: string, files: readonly [string, ...string[]]): void {
  const link = files.find((file) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink());
  if (link !== undefined) {
    throw new OperatorError(`${link} is a symbolic link: set DATA_DIR to the folder of the file that it links to`);
  }
  mkdirSync(folder, { recursive: true, mode: OWNERS_FOLDER });
  const { uid, mode } = statSync(folder);
  const isOurs = readdirSync(folder).every((name) => OUR_FILES.test(name));
  if (uid === process.getuid?.() && (mode & STICKY) === 0 && isOurs) chmodSync(folder, OWNERS_FOLDER);
  const [first] = files;
  closeSync(openSync(first, 'a', OWNER_ALONE));
  for (const file of files.filter((each) => existsSync(each))) chmodSync(file, OWNER_ALONE);
}

/** Creates an empty file that only its owner can read. Throws when it already exists. */
export async function makePrivateFile(file: string): Promise<void> {
  await (await open(file, 'wx', OWNER_ALONE)).close();
}

/** Resolves when a file, or the list of names in a folder, is synced to disk. */
export async function syncToDisk(path: string): Promise<void> {
  // Windows cannot open a folder.
  const isFolder = statSync(path).isDirectory();
  if (isFolder && process.platform === 'win32') return;
  const handle = await open(path, isFolder ? 'r' : 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
