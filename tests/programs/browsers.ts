import { globSync } from 'node:fs';
import { chromium as playwright } from 'playwright-core';
import { programAt, type Program } from './program.ts';

/** The full Chromium or Chrome, as users have it. */
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

/** Chromium without windows, which use half of a visit's processor time. */
export const headlessShell = programAt('chromium-headless-shell', 'CHROME_PATH', ['/usr/bin/chromium-headless-shell']);

export const firefox = programAt('firefox-esr', 'FIREFOX_PATH', [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]);

export const webKitDriver = programAt('webkit2gtk-driver', 'WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver']);

/** The virtual display that WebKit needs. */
export const display = programAt('xvfb', 'XVFB_PATH', ['/usr/bin/Xvfb']);

/** The font that pages show until their web fonts have loaded. Desktops have it, servers usually do not. */
export const fallbackFace: Program = {
  debian: 'fonts-liberation',
  find: () => globSync('/usr/share/fonts/**/LiberationSans-Bold.ttf')[0],
};
