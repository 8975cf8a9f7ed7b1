import { chromium, type Browser } from 'playwright-core';

/** The features that Playwright turns off by itself, named again because the last list of a command line replaces the others. */
const OFF_BY_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
];

/** The suggestions below the address bar are two pages of their own, drawn anew for each visitor although none types there. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No process is kept ready for a page to come: each costs a tenth of a visit, and most visitors are gone before it is of use.
  '--renderer-process-limit=1',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
];

/** Starts the browser of the tests, with more switches where a measurement needs them. */
export async function launchChromium(executablePath: string, switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...SWITCHES, ...switches] });
}
