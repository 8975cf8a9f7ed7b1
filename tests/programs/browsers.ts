import { globSync } from 'node:fs';
import { chromium as playwright } from 'playwright-core';
import { programAt, type Program } from './program.ts';

/** Chromium or Chrome with its windows, as people use it. */
export const chromium = programAt('chromium', 'CHROME_PATH', [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  playwright.executablePath(),
]);

/** Chromium's engine without its windows. A test needs half the processor time with it. */
export const headlessShell = programAt('chromium-headless-shell', 'CHROME_PATH', ['/usr/bin/chromium-headless-shell']);

export const firefox = programAt('firefox-esr', 'FIREFOX_PATH', [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]);

export const webKitDriver = programAt('webkit2gtk-driver', 'WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver']);

/** A virtual display for WebKit, which needs one. */
export const display = programAt('xvfb', 'XVFB_PATH', ['/usr/bin/Xvfb']);

/** The font that the pages use, with adjusted metrics, until their own fonts are loaded. Servers often lack it. */
export const fallbackFace: Program = {
  debian: 'fonts-liberation',
  find: () => globSync('/usr/share/fonts/**/LiberationSans-Bold.ttf')[0],
};
