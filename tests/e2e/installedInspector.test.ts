import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { preview } from 'vite';
import { expect } from 'vitest';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { runProgram, runToEnd } from '../programs/runProgram.ts';
import { rounds } from '../rounds.ts';
import { installApp, OFFLINE, type App } from '../xstate-visit/package/installApp.ts';
import { packInspector } from '../xstate-visit/package/packInspector.ts';
import { test } from './inChromium.ts';

interface VisitedApp extends App {
  readonly name: string;
  /** Folder of the sources. */
  readonly sources: '.' | 'src';
}

const guide = (name: string) => readFileSync(join(projectRoot, 'tests/xstate-visit/guide', name), 'utf8');
const inBrowser = (text: string) => stripTypeScriptTypes(text).replaceAll(".ts'", ".js'");

/** Styles of an app that would make the panel unusable if they reached it. */
const HOSTILE =
  '<style>* { display: none !important; color: red !important; } html, body { display: block !important; }</style>';

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: [],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
  include: ['**/*.ts', '**/*.tsx'],
};

/** The guide's page without a bundler. */
function page(name: string, dependencies: App['dependencies']): VisitedApp {
  const sources = { 'machines.ts': guide('machines.ts'), 'inspector.ts': guide('inspector.ts') };
  const scripts = Object.entries(sources).map(([path, text]) => [path.replace('.ts', '.js'), inBrowser(text)]);
  const files = { ...sources, ...Object.fromEntries(scripts), 'index.html': guide('page.html') };
  return { name, sources: '.', dependencies, files };
}

/** The guide's app with Vite and React. */
function reactApp(name: string, dependencies: App['dependencies']): VisitedApp {
  const files = {
    'index.html':
      '<!doctype html><html lang="en"><title>Kettle</title><script type="module" src="/src/main.tsx"></script></html>',
    ...Object.fromEntries(['machines.ts', 'inspector.ts', 'main.tsx'].map((path) => [`src/${path}`, guide(path)])),
  };
  return { name, sources: 'src', dependencies, files };
}

const REACT_18 = {
  '@types/react': '^18.0.0',
  '@types/react-dom': '^18.0.0',
  react: '^18.0.0',
  'react-dom': '^18.0.0',
  vite: '^7.0.0',
};

const APPS = rounds(
  [page('a page without React', OFFLINE)],
  [
    page('a page without React, with TypeScript 5.4', { xstate: '^5.19.0', typescript: '~5.4.0' }),
    reactApp('Vite, React 19 and TypeScript 7', {
      '@types/react': '^19.0.0',
      '@types/react-dom': '^19.0.0',
      '@xstate/react': '^6.0.0',
      react: '^19.0.0',
      'react-dom': '^19.0.0',
      typescript: '^7.0.0',
      vite: '^8.0.0',
      xstate: '^5.30.0',
    }),
    reactApp('Vite, React 18, XState 5.20 and TypeScript 5.9', {
      ...REACT_18,
      '@xstate/react': '^5.0.0',
      typescript: '~5.9.0',
      xstate: '~5.20.0',
    }),
    reactApp('Vite, React 18, XState 5.19 and TypeScript 5.4', {
      ...REACT_18,
      '@xstate/react': '5.0.0',
      typescript: '~5.4.0',
      xstate: '5.19.0',
    }),
  ],
);

test.for(APPS)(
  'installed from its tarball, the inspector sends an event to $name, and the command checks the saved recording',
  async ({ sources, ...app }, { visit, onTestFinished }) => {
    const tarball = await packInspector();
    onTestFinished(() => rm(dirname(tarball), { recursive: true }));
    const html = app.files?.['index.html']?.replace('</title>', `</title>${HOSTILE}`) ?? '';
    const files = { ...app.files, 'index.html': html, 'tsconfig.json': JSON.stringify(TSCONFIG) };
    const cwd = await installApp(tarball, { ...app, files });
    onTestFinished(() => rm(cwd, { recursive: true }));
    const compiler = 'typescript' in app.dependencies ? cwd : projectRoot;
    expect(await runToEnd(join(compiler, 'node_modules/.bin/tsc'), ['-p', cwd])).toEqual({ code: 0, said: '' });
    if (sources === 'src') await runProgram('npx', ['--no-install', 'vite', 'build', '--target', 'es2022'], { cwd });

    const outDir = sources === 'src' ? 'dist' : '.';
    const server = await preview({ root: cwd, configFile: false, build: { outDir }, preview: { port: 0 } });
    onTestFinished(() => server.close());
    const [url = ''] = server.resolvedUrls?.local ?? [];
    const { page } = await visit({ url });
    const kettle = page.locator('main > button, body > button');
    await page.goto(url);
    await expect.poll(() => kettle.textContent()).toBe('cold');
    expect(await page.locator('[data-inspector]').count()).toBe(0);

    await page.goto(`${url}?inspect`);
    await page.getByRole('radio', { name: /kettle cold/ }).check();
    await page.getByRole('img', { name: 'kettle is in cold' }).waitFor();
    await page.getByLabel(/^Data of an event/).fill('{"litres": 2}');
    await page.getByRole('button', { name: 'Send fill' }).click();
    await page.getByRole('button', { name: 'Send start' }).click();
    await page.getByRole('img', { name: 'kettle is in heating' }).waitFor();
    expect(await kettle.textContent()).toBe('heating');
    const heading = page.getByRole('heading', { name: 'Inspector' });
    expect(await heading.evaluate((element) => getComputedStyle(element).color)).not.toBe('rgb(255, 0, 0)');
    const paper = page.getByRole('region', { name: 'Inspector' });
    expect(await paper.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 255, 255)');

    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save recording' }).click();
    await (await saving).saveAs(join(cwd, 'visit.json'));
    const check = ['--no-install', 'xstate-visit', 'check', 'visit.json', '--machines', join(sources, 'machines.ts')];
    expect(await runToEnd('npx', check, { cwd })).toEqual({
      code: 0,
      said: expect.stringMatching(/^Verdict: same\. No difference, no broken rule\.$/m),
    });
  },
);
