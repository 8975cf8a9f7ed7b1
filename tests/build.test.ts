import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../src/tooling/projectRoot.ts';
import { reasonOf } from '../src/tooling/runTool.ts';
import { digestFile, isStale, sourcesDigest } from '../src/tooling/sourcesDigest.ts';
import { runToEnd } from './programs/runProgram.ts';

const PAGE = 'src/web/main.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nobar-now-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const runHere = (tool: string) => runToEnd(process.execPath, [join(folder, 'src/tooling', tool)], { cwd: folder });

describe('a build is stale when the content of its sources has changed', () => {
  beforeEach(() => {
    write(PAGE, 'new');
    write('package-lock.json', '{}');
    write(digestFile, sourcesDigest(folder));
  });

  test('the dates of the files do not matter', () => {
    expect(isStale(folder)).toBe(false);
    utimesSync(join(folder, PAGE), new Date(), new Date(Date.now() + 60_000));
    expect(isStale(folder), 'a source with a later date and the same content').toBe(false);
    write(PAGE, 'old');
    utimesSync(join(folder, PAGE), new Date(0), new Date(0));
    expect(isStale(folder), 'an older source that was restored').toBe(true);
  });

  test.each([
    ['a source is added', () => write('machines/x.ts', '')],
    ['a source is renamed', () => (rmSync(join(folder, PAGE)), write('src/web/other.ts', 'new'))],
    ['a package has another version', () => write('package-lock.json', '{"version":2}')],
    ['the last build was interrupted', () => rmSync(join(folder, digestFile))],
  ])('when %s', (_, change) => {
    change();
    expect(isStale(folder)).toBe(true);
  });
});

describe('npm start and npm run build report a problem in one sentence, without a stack', () => {
  beforeEach(() => {
    for (const path of ['package.json', 'src/tooling', 'src/server/errors.ts', 'src/contract', 'src/domain'])
      cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
  });

  test.each(['start.ts', 'build.ts'])('dist cannot be written (%s)', async (tool) => {
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'dist'), 'not a folder');
    const { code, said } = await runHere(tool);
    expect([code, said]).toEqual([1, expect.stringMatching(/^ENOTDIR: .*dist.*\n$/)]);
  });

  test('a file belongs to another user', () => {
    const message = "EACCES: permission denied, unlink '/srv/dist/index.html'";
    expect(reasonOf(Object.assign(new Error(message), { code: 'EACCES', syscall: 'unlink' }))).toBe(
      `${message}. The file or its folder belongs to another user: run this as that user, or change the owner`,
    );
  });

  test('an unexpected error keeps its stack', () => {
    expect(reasonOf(new TypeError('x is not a function'))).toBeUndefined();
  });
});
