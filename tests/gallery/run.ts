import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { buildIfStale } from '../../src/tooling/build.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { renderedStates } from '../fixtures/renderedStates.ts';
import { chromium } from '../programs/browsers.ts';
import { installMissing, pathOf } from '../programs/program.ts';
import { COVERED, fileNameOf, rest, settle } from '../e2e/everyPage.ts';
import { everyVisitor, type VisitorKind } from '../e2e/everyVisitor.ts';
import { launchChromium } from '../e2e/launchChromium.ts';
import { startProduct } from '../e2e/startProduct.ts';
import { openVisitor } from '../e2e/visitor.ts';
import { freshFolder } from '../server/freshFolder.ts';

const FOLDER = `${projectRoot}/gallery`;
const THEMES = ['dark', 'light'] as const;
const SCREENS = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
];
const LOOKS = THEMES.flatMap((theme) => SCREENS.map(({ width }) => ({ theme, width })));

type Theme = (typeof THEMES)[number];

async function takePictures(browser: Browser, url: string, kind: VisitorKind, theme: Theme): Promise<string[]> {
  const { screens, token } = await kind.prepare(url, theme === 'dark' ? 1 : 9);
  const { page } = await openVisitor(browser, { url, token });
  await page.addInitScript((chosen) => localStorage.setItem('nobar-now.theme', chosen), theme);
  for (const [name, open] of Object.entries(screens)) {
    const isCovered = COVERED.has(name);
    await open(page);
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      if (!isCovered) await settle(page);
      const isBehind = isCovered || (await page.getByRole('dialog').count()) > 0;
      if (!isBehind) await showWhole(page, screen.width);
      await page.screenshot({ path: `${FOLDER}/${pictureOf(name, theme, screen.width)}`, fullPage: !isBehind });
    }
  }
  await page.context().close();
  return Object.keys(screens);
}

/** Takes a screenshot of each rendered state of the machines, on a page built and served as in production. */
async function takeStates(browser: Browser, states: readonly string[]): Promise<void> {
  const outDir = await freshFolder('nobar-now-gallery-');
  const options = { root: projectRoot, logLevel: 'warn' } as const;
  const input = `${projectRoot}/tests/gallery/index.html`;
  await build({ ...options, build: { outDir, emptyOutDir: true, manifest: false, rolldownOptions: { input } } });
  const server = await preview({ ...options, build: { outDir }, preview: { port: 0 } });
  const [url = ''] = server.resolvedUrls?.local ?? [];
  const { page, takeProblems } = await openVisitor(browser, { url, viewport: { width: 1280, height: 800 } });
  for (const id of states) {
    await page.goto(`${url}tests/gallery/index.html?state=${id}`);
    await page.locator('main > *').first().waitFor();
    await rest(page);
    await page.screenshot({ path: `${FOLDER}/${statePicture(id)}` });
    const problems = takeProblems();
    if (problems.length > 0) throw new Error(`${id}: ${problems.join(', ')}`);
  }
  await page.context().close();
  await server.close();
  await rm(outDir, { recursive: true, force: true });
}

/** Makes the viewport as high as the page, so that sticky elements do not cover the middle of the screenshot. */
async function showWhole(page: Page, width: number): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
  await settle(page);
}

function pictureOf(name: string, theme: Theme, width: number): string {
  return `${theme}-${width}/${fileNameOf(name)}.png`;
}

function statePicture(id: string): string {
  return `states/${id}.png`;
}

function indexOf(names: readonly string[], states: readonly string[]): string {
  const pictures = states.map((id) => {
    const file = statePicture(id);
    return `<h3>${id}</h3>\n<p><a href="${file}"><img src="${file}" alt="${id}" loading="lazy"></a></p>`;
  });
  const rows = names.map((name) => {
    const pictures = LOOKS.map(({ theme, width }) => {
      const file = pictureOf(name, theme, width);
      const title = `${name}, ${theme}, ${width} px`;
      return `<a href="${file}"><img src="${file}" alt="${title}" title="${title}" loading="lazy"></a>`;
    });
    return `<h2>${name}</h2>\n<p>${pictures.join('\n')}</p>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Nobar Now: every screen and state</title>
<style>
  body { font-family: sans-serif; background: #808080; }
  p { display: flex; gap: 8px; align-items: flex-start; }
  img { height: 400px; }
</style>
<h1>Every screen and state</h1>
${rows.join('\n')}
<h1>Every state of every machine, with the data of the tests' fixtures</h1>
${pictures.join('\n')}
</html>
`;
}

await buildIfStale();
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER);
const product = await startProduct();
await installMissing([chromium]);
const browser = await launchChromium(pathOf(chromium));
const names: string[] = [];
for (const kind of everyVisitor) {
  const [taken = []] = await Promise.all(THEMES.map((theme) => takePictures(browser, product.url, kind, theme)));
  process.stdout.write(`${kind.name}: ${taken.length} places\n`);
  names.push(...taken);
}
const states = renderedStates();
await takeStates(browser, states);
await writeFile(`${FOLDER}/index.html`, indexOf(names, states));
await browser.close();
await product.stop();
process.stdout.write(`${names.length * LOOKS.length + states.length} pictures: open gallery/index.html\n`);
