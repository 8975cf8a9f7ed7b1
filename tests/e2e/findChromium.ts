import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { runProgram } from '../server/runProgram.ts';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** The program to drive: CHROME_PATH, a Chromium or Chrome of this machine, Playwright's own. Throws when CHROME_PATH leads nowhere. */
export function findChromium(): string | undefined {
  const asked = process.env['CHROME_PATH'] ?? '';
  if (asked !== '') {
    if (!existsSync(asked)) throw new Error(`CHROME_PATH leads to no program: ${asked}`);
    return asked;
  }
  return [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path));
}

/** Installs Chromium when this is root on a Debian, and gives its path. */
export async function installChromium(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  try {
    await runProgram('apt-get', ['update']);
    await runProgram('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium']);
  } catch (error) {
    process.stderr.write(`Chromium could not be installed: ${String(error)}\n`);
  }
  return findChromium();
}
