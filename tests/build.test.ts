import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
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
    for (const path of [
      'package.json',
      'src/tooling',
      'src/server/errors.ts',
      'src/contract',
      'src/domain',
      'src/messages',
    ])
      cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
  });

  test.each(['start.ts', 'build.ts'])('dist cannot be written (%s)', async (tool) => {
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
    writeFileSync(join(folder, 'dist'), 'not a folder');
    const { code, said } = await runHere(tool);
    expect([code, said]).toEqual([1, expect.stringMatching(/^ENOTDIR: .*dist.*\n$/)]);
  });

  test('the import condition of a language is missing', async () => {
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const text = readFileSync(join(projectRoot, 'package.json'), 'utf8');
    write('package.json', text.replace(/"language-id": .*/, ''));
    const { code, said } = await runHere('build.ts');
    expect([code, said]).toEqual([
      1,
      'The pages in id would have the messages in ./src/messages/en/*: package.json needs the condition language-id in imports, above default\n',
    ]);
  });

  test('a file belongs to another user', () => {
    const message = "EACCES: permission denied, unlink '/srv/dist/index.html'";
    expect(reasonOf(Object.assign(new Error(message), { code: 'EACCES', syscall: 'unlink' }))).toBe(
      `${message}. The file or its folder belongs to another user: run this as that user, or change the owner`,
    );
  });

  test('a package lacks the program for this platform, because npm left out optional packages or node_modules was copied', () => {
    const message =
      'Cannot find native binding. npm has a bug related to optional dependencies. Remove package-lock.json';
    expect(reasonOf(new Error(message))).toBe(
      `A package lacks its program for ${process.platform}-${process.arch}: run npm ci on this machine, without --omit=optional`,
    );
  });

  test('the Node is too old to read the sources', async () => {
    const older = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`;
    const check = `require(${JSON.stringify(join(projectRoot, 'src/tooling/checkNode.cjs'))})`;
    expect(await runToEnd(process.execPath, ['-e', `${older}; ${check}`])).toEqual({
      code: 1,
      said: 'Nobar Now needs Node 26, but this is Node 20.20.2: run npm ci on this machine, without --omit=optional, which installs Node 26 as a package\n',
    });
  });

  test('an unexpected error keeps its stack', () => {
    expect(reasonOf(new TypeError('x is not a function'))).toBeUndefined();
  });
});

test('reliability 38: npm start stops the server when npm has ended', async () => {
  const stopping = JSON.stringify(join(projectRoot, 'src/tooling/stopWithNpm.ts'));
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { stopWithNpm } from ${stopping};
    process.once('SIGTERM', () => { console.log('stopped'); process.exit(); });
    setInterval(() => undefined, 1000);
    stopWithNpm();
    console.log('listens');`,
  );
  writeFileSync(
    join(folder, 'npm.mjs'),
    `import { spawn } from 'node:child_process';
    spawn(process.execPath, ['server.mjs'], { stdio: 'inherit' });`,
  );
  const npm = spawn(process.execPath, ['npm.mjs'], {
    cwd: folder,
    env: { ...process.env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said === 'listens\n') npm.kill('SIGTERM');
  });
  // The pipe closes when the server has ended, too.
  await once(npm, 'close');
  expect(said).toBe('listens\nstopped\n');
});
