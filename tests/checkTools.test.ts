import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../src/tooling/projectRoot.ts';
import { runToEnd } from './programs/runProgram.ts';

/** Creates a project with the tools of the check and this product's packages. */
function makeProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'nobar-now-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of ['src/tooling', 'src/domain'])
    cpSync(join(projectRoot, path), join(folder, path), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('the budgets fail when the size of a build exceeds one of them', async () => {
  const folder = makeProject();
  const budgets = [3, 1].map((kilobytes) => ({ name: 'All', modules: ['main'], without: [], kilobytes }));
  const imports = { '#domain/*': './src/domain/*' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', imports, budgets }));
  mkdirSync(join(folder, 'dist/.vite'), { recursive: true });
  const manifest = JSON.stringify({ main: { file: 'main.js', name: 'main' } });
  writeFileSync(join(folder, 'dist/.vite/manifest.json'), manifest);
  writeFileSync(join(folder, 'dist/main.js'), randomBytes(2048));
  const { code, said } = await runToEnd(process.execPath, ['src/tooling/budgets.ts'], { cwd: folder });
  expect(said).toMatch(/^ok {3}All: 2\.0 of 3 KB.*\nOVER All: 2\.0 of 1 KB/);
  expect(code).toBe(1);
});

test('the check fails when one of its programs fails', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nobar-now-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const program of ['oxfmt', 'oxlint', 'tsc', 'vitest'])
    writeFileSync(join(folder, program), `#!/bin/sh\nexit ${program === 'oxlint' ? 3 : 0}\n`, { mode: 0o755 });
  const path = `${folder}:${process.env['PATH'] ?? ''}`;
  const check = join(projectRoot, 'src/tooling/check.ts');
  const { code } = await runToEnd(process.execPath, [check, '--quick'], { env: { ...process.env, PATH: path } });
  expect(code).toBe(1);
});
