import { exec } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { buildIfStale } from '../../../src/tooling/build.ts';
import { launchChromium } from '../../e2e/launchChromium.ts';
import { startProductProcess, type Product } from '../../e2e/startProduct.ts';
import { chromium } from '../../programs/browsers.ts';
import { installMissing, pathOf } from '../../programs/program.ts';
import { measureDocuments } from './documents.ts';
import { PHONE } from './slowPhone.ts';
import { traceMainThread, type MainThread } from './mainThread.ts';
import { printTables } from './printTable.ts';
import { makeVisit, stops, type Visit } from './visits.ts';

const RUNS = Number(process.env['BENCH_RUNS']) || 7;
/** The names of the pages to visit, separated by semicolons; all pages without it. */
const PAGES = process.env['BENCH_PAGES']?.split(';');
const visited = stops.filter(({ name }) => PAGES?.includes(name) ?? true);

/** Otherwise V8 parses React again to give Playwright the source positions of its errors. That takes 60 ms, only in tests. */
const EAGER_SOURCE_POSITIONS = ['--js-flags=--no-enable-lazy-source-positions'];

/**
 * Visits every page of every product by turns, so that a busy moment of the machine affects all products. Each product is first in every
 * second run: the first visit after a pause is slower.
 */
async function visitAll(browser: Browser, urls: ReadonlyMap<string, string>) {
  const visits = new Map<string, Visit[]>();
  const traces = new Map<string, MainThread[]>();
  const products = [...urls];
  for (let run = 0; run < RUNS; run += 1) {
    for (const stop of visited) {
      for (const [product, url] of run % 2 === 0 ? products : products.toReversed()) {
        const context = await browser.newContext({ ...PHONE, baseURL: url });
        const name = `${stop.name}${product}`;
        visits.set(name, [...(visits.get(name) ?? []), await makeVisit(context, url, stop)]);
        await context.close();
        const traced = await browser.newContext({ ...PHONE, baseURL: url });
        traces.set(name, [...(traces.get(name) ?? []), await traceMainThread(traced, stop.path)]);
        await traced.close();
      }
    }
  }
  return { visits, traces };
}

/** Builds and starts the product of another checkout. Its packages must be installed. */
async function startBeside(checkout: string): Promise<Product> {
  await promisify(exec)('npm run build', { cwd: checkout });
  return startProductProcess(checkout);
}

const { beside } = parseArgs({ options: { beside: { type: 'string' } } }).values;
await buildIfStale();
const product = await startProductProcess();
const before = beside === undefined ? undefined : await startBeside(resolve(beside));
await installMissing([chromium]);
const browser = await launchChromium(pathOf(chromium), EAGER_SOURCE_POSITIONS);
const urls = new Map([['', product.url]]);
if (before !== undefined) urls.set(', beside', before.url);
const { visits, traces } = await visitAll(browser, urls);
printTables(visits, traces, RUNS);
await browser.close();
await product.stop();
await before?.stop();
if (before === undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'nobar-now-documents-'));
  await measureDocuments({ LOG_LEVEL: 'warn', DATA_DIR: folder, PORT: '0' });
  await rm(folder, { recursive: true, force: true });
}
