import { buildIfStale } from '../../src/tooling/build.ts';
import { chromium, display, fallbackFace, firefox, headlessShell, webKitDriver } from '../programs/browsers.ts';
import { installMissing } from '../programs/program.ts';
import { rounds } from '../rounds.ts';

const browser = rounds(headlessShell, chromium);

/** Installs missing browsers and fonts, and builds the pages that the product serves. */
export default async function prepareProduct(): Promise<void> {
  await installMissing([browser, firefox, webKitDriver, display, fallbackFace]);
  if (browser.find() === undefined) await installMissing([chromium]);
  await buildAsForVisitors();
}

async function buildAsForVisitors(): Promise<void> {
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  await buildIfStale();
  process.env['NODE_ENV'] = environment;
}
