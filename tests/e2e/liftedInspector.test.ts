import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { build, preview } from 'vite';
import { expect } from 'vitest';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { test } from './inChromium.ts';

const packageSchema = v.object({ peerDependencies: v.record(v.string(), v.string()) });
const installedSchema = v.object({ version: v.string() });

/** The packages of every TypeScript app with Vite and React. */
const TOOLS = ['@types/node', '@types/react', '@types/react-dom', 'vite'];

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: ['node', 'vite/client'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  },
  include: ['.'],
};

/** An app with the inspector's folder, the packages that it declares, and the README's example. */
async function liftInspector() {
  const folder = await freshFolder('lifted-');
  const inspector = `${projectRoot}/src/xstate-visit`;
  await cp(inspector, `${folder}/inspector`, { recursive: true });
  const { peerDependencies } = v.parse(packageSchema, JSON.parse(await readFile(`${inspector}/package.json`, 'utf8')));
  for (const name of [...Object.keys(peerDependencies), ...TOOLS]) {
    const target = `${folder}/node_modules/${name}`;
    await mkdir(dirname(target), { recursive: true });
    await symlink(`${projectRoot}/node_modules/${name}`, target);
  }
  const example = await readFile(`${projectRoot}/tests/xstate-visit/example.ts`, 'utf8');
  await writeFile(`${folder}/example.ts`, example.replaceAll('../../src/xstate-visit/', './inspector/'));
  await cp(`${projectRoot}/tests/xstate-visit/kitchen.ts`, `${folder}/kitchen.ts`);
  await cp(`${projectRoot}/tests/xstate-visit/host.html`, `${folder}/index.html`);
  await writeFile(`${folder}/tsconfig.json`, JSON.stringify(TSCONFIG));
  return { folder, peerDependencies };
}

test('in an empty app with the packages that it declares, the inspector passes the type check and inspects the example', async ({
  visit,
  onTestFinished,
}) => {
  const { folder, peerDependencies } = await liftInspector();
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, range] of Object.entries(peerDependencies)) {
    const installed = JSON.parse(await readFile(`${projectRoot}/node_modules/${name}/package.json`, 'utf8'));
    expect(`${name} ${range.slice(1)}`).toBe(`${name} ${v.parse(installedSchema, installed).version}`);
  }
  const tsc = await promisify(execFile)(`${projectRoot}/node_modules/.bin/tsc`, ['-p', folder]).catch(String);
  expect(tsc).toEqual({ stdout: '', stderr: '' });

  await build({ root: folder, configFile: false, logLevel: 'error', build: { target: 'es2023' } });
  const server = await preview({ root: folder, configFile: false, preview: { port: 0 } });
  onTestFinished(() => server.close());
  const [url = ''] = server.resolvedUrls?.local ?? [];
  const { page } = await visit({ url });
  await page.goto(url);
  expect(await page.locator('[data-inspector]').count()).toBe(0);

  await page.goto(`${url}?inspect`);
  await page.getByRole('radio', { name: /kettle cold/ }).check();
  await page.getByRole('img', { name: 'kettle is in cold' }).waitFor();
  await page.getByLabel(/^Data of an event/).fill('{"litres": 2}');
  await page.getByRole('button', { name: 'Send water.fill' }).click();
  await page.getByRole('button', { name: 'Send kettle.start' }).click();
  await page.getByRole('img', { name: 'kettle is in heating' }).waitFor();
  const heading = page.getByRole('heading', { name: 'Inspector' });
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).not.toBe('rgb(255, 0, 0)');
});
