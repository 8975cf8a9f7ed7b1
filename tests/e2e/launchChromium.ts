import { chromium, type Browser } from 'playwright-core';

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const MISSING =
  'The browser tests cannot run: no Chromium was found on this machine. ' +
  'Install it (apt-get install chromium) or set CHROME_PATH to a Chromium or Chrome.';

/** Starts the browser of the tests. Throws a sentence that says how to get one when there is none. */
export async function launchChromium(executablePath: string): Promise<Browser> {
  if (executablePath === '') throw new Error(MISSING);
  return chromium.launch({ executablePath, args: SWITCHES });
}
