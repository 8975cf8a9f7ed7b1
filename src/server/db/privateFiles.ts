import { chmodSync, closeSync, existsSync, lstatSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { OperatorError } from '../errors/operatorError.ts';

const OWNER_ALONE = 0o600;
const OWNERS_FOLDER = 0o700;
const STICKY = 0o1000;
/** The database with what SQLite writes beside it, what a restore put aside, and a restore under way. */
const OUR_FILES = /^(?:nobar-now\.sqlite|restoring-)/;

/**
 * Makes a folder and the first of its files when they are missing, and lets nobody but their owner in (reliability 57).
 * Leaves a folder as it is that belongs to another, that all may write to, such as /tmp, or that holds anything else.
 * Throws an OperatorError when a file is a link, and changes nothing then: what it leads to may be anybody's.
 */
export function makePrivate(folder: string, files: readonly [string, ...string[]]): void {
  const link = files.find((file) => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink());
  if (link !== undefined) {
    throw new OperatorError(`${link} is a symbolic link: name the folder in which the file itself lies as DATA_DIR`);
  }
  mkdirSync(folder, { recursive: true, mode: OWNERS_FOLDER });
  const { uid, mode } = statSync(folder);
  const isOurs = readdirSync(folder).every((name) => OUR_FILES.test(name));
  if (uid === process.getuid?.() && (mode & STICKY) === 0 && isOurs) chmodSync(folder, OWNERS_FOLDER);
  const [first] = files;
  closeSync(openSync(first, 'a', OWNER_ALONE));
  for (const file of files.filter((each) => existsSync(each))) chmodSync(file, OWNER_ALONE);
}

/** Makes an empty file that its owner alone may read. Throws when it is there already. */
export async function makePrivateFile(file: string): Promise<void> {
  await (await open(file, 'wx', OWNER_ALONE)).close();
}

/** Resolves when a file, or the names in a folder, are on the disk. */
export async function syncToDisk(path: string): Promise<void> {
  // Windows opens no folder.
  const isFolder = statSync(path).isDirectory();
  if (isFolder && process.platform === 'win32') return;
  const handle = await open(path, isFolder ? 'r' : 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
