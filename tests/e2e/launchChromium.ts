import { chromium, type Browser } from 'playwright-core';

/** The features that Playwright disables. Repeated here because the last `--disable-features` replaces earlier ones. */
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

/** The suggestions of the address bar, which would render extra pages for every visitor of a test. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

const SWITCHES = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Keeps no spare renderer process: each costs a tenth of a visit, and most visits end before they use it.
  '--renderer-process-limit=1',
  `--disable-features=${[...OFF_BY_PLAYWRIGHT, ...ADDRESS_BAR].join(',')}`,
];

/** Starts the browser of the tests. Measurements pass additional switches. */
export async function launchChromium(executablePath: string, switches: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath, args: [...SWITCHES, ...switches] });
}
