import { globSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { installOnDebian } from '../server/installOnDebian.ts';
import { findProgram } from './findProgram.ts';

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

/** Chromium's engine without its windows, which are half the price of a visitor. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** The program to drive: CHROME_PATH, a Chromium or Chrome of this machine, Playwright's own. Throws when CHROME_PATH leads nowhere. */
function findChromium(): string | undefined {
  return findProgram('CHROME_PATH', [...INSTALLED, chromium.executablePath()]);
}

/** The same, installed when there is none and this is root on a Debian. */
export async function findOrInstallChromium(): Promise<string | undefined> {
  if (findChromium() === undefined) await installOnDebian('chromium');
  return findChromium();
}

/** The program of the check: CHROME_PATH, the headless shell, or where there is none the same as before a release; installed likewise. */
export async function findOrInstallShell(): Promise<string | undefined> {
  if (findShell() === undefined) await installOnDebian('chromium-headless-shell');
  return findShell() ?? findOrInstallChromium();
}

function findShell(): string | undefined {
  return findProgram('CHROME_PATH', [HEADLESS_SHELL]);
}

/** The typeface whose measures the pages take until theirs have come; desktops have it, bare servers do not. */
const FALLBACK_FACE = 'LiberationSans-Bold.ttf';

/** Installs the typeface that pages fall back to when this is root on a Debian without it. */
export async function installFallbackFace(): Promise<void> {
  if (globSync(`/usr/share/fonts/**/${FALLBACK_FACE}`).length === 0) await installOnDebian('fonts-liberation');
}
