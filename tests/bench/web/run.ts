import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildIfStale } from '../../../src/tooling/buildIfStale.ts';
import { launchChromium } from '../../e2e/launchChromium.ts';
import { startProductProcess } from '../../e2e/startProduct.ts';
import { chromium } from '../../programs/browsers.ts';
import { installMissing, pathOf } from '../../programs/program.ts';
import { measureDocuments } from './documents.ts';
import { PHONE } from './slowPhone.ts';
import { printTable } from './printTable.ts';
import { makeVisit, stops, type Visit } from './visits.ts';

const RUNS = Number(process.env['BENCH_RUNS']) || 5;

/** Visits every page of every product by turns, so that a busy moment of the machine falls on all of them. */
async function visitAll(browser: Browser, urls: readonly string[]): Promise<Map<string, Visit[]>> {
  const visits = new Map<string, Visit[]>();
  for (let run = 0; run < RUNS; run += 1) {
    for (const stop of stops) {
      for (const url of urls) {
        const context = await browser.newContext({ ...PHONE, baseURL: url });
        const name = urls.length === 1 ? stop.name : `${stop.name} at ${new URL(url).host}`;
        visits.set(name, [...(visits.get(name) ?? []), await makeVisit(context, stop)]);
        await context.close();
      }
    }
  }
  return visits;
}

const parameters = process.argv.slice(2);
if (parameters.length === 0) await buildIfStale();
const product = parameters.length === 0 ? await startProductProcess() : undefined;
await installMissing([chromium]);
const browser = await launchChromium(pathOf(chromium));
printTable(await visitAll(browser, product === undefined ? parameters : [product.url]), RUNS);
await browser.close();
if (product !== undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'nobar-now-documents-'));
  await measureDocuments({ LOG_LEVEL: 'warn', DATA_DIR: folder, PORT: '0' });
  await rm(folder, { recursive: true, force: true });
}
await product?.stop();
