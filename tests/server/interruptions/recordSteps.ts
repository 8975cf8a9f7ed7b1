import { createHash } from 'node:crypto';
import fs, { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';

/** The functions of `node:fs` and `node:fs/promises` that change files. */
const CHANGES =
  /^(?:appendFile|chmod|close|copyFile|cp|link|mkdir|mkdtemp|open|rename|rm|rmdir|symlink|truncate|unlink|write|writeFile)(?:Sync)?$/;

let copyStep: (() => void) | undefined;

for (const module of [fs, fs.promises]) {
  watch(
    module,
    Object.keys(module).filter((name) => CHANGES.test(name)),
  );
}
watch(DatabaseSync.prototype, ['exec', 'prepare', 'close']);
watch(StatementSync.prototype, ['run']);
syncBuiltinESMExports();

/**
 * Runs `work`. Before each of its steps, and at its end, copies `folder` into a numbered folder of `steps`, unless nothing has changed: a
 * process that is killed at that moment leaves these files.
 */
export async function recordSteps(folder: string, steps: string, work: () => Promise<unknown>): Promise<void> {
  let copies = 0;
  let latest = '';
  const copy = () => {
    const found = digest(folder);
    if (found === latest) return;
    latest = found;
    cpSync(folder, join(steps, String(copies).padStart(3, '0')), { recursive: true });
    copies += 1;
  };
  copyStep = () => {
    // `cpSync` itself calls functions that are watched.
    copyStep = undefined;
    copy();
    copyStep = next;
  };
  const next = copyStep;
  await work();
  copyStep = undefined;
  copy();
}

function watch(target: object, names: readonly string[]): void {
  for (const name of names) {
    const original: unknown = Reflect.get(target, name);
    if (typeof original !== 'function') continue;
    const watched = function watched(this: unknown, ...given: unknown[]): unknown {
      if (name !== 'prepare') copyStep?.();
      // SQLite calls this for each part of a VACUUM while it runs.
      else if (this instanceof DatabaseSync && String(given[0]).startsWith('vacuum')) this.setAuthorizer(allow);
      return Reflect.apply(original, this, given);
    };
    Reflect.set(target, name, Object.assign(watched, original));
  }
}

function allow(): number {
  copyStep?.();
  return 0;
}

/** Of all names, modes and contents, except of SQLite's shared memory, which is rebuilt from the write-ahead log. */
function digest(folder: string): string {
  const hash = createHash('sha1');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name);
    const stat = statSync(path);
    hash.update(`${name} ${stat.mode}\n`);
    if (!name.endsWith('-shm') && stat.isFile()) hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}
