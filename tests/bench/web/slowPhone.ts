import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** Slow 4G as in Lighthouse: 1.6 Mbit/s down, 750 kbit/s up, 150 ms per round trip. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
/** How many times slower the processor is. */
export const SLOWDOWN = Number(process.env['BENCH_SLOWDOWN']) || 4;

/** The screen of an average phone. */
export const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

/** A page on a slow phone with a slow network. */
export interface SlowPage {
  readonly page: Page;
  /** The paths fetched over the network so far, neither from the browser's cache nor from the service worker. */
  readonly fetched: () => readonly string[];
}

/** Opens a page with a slow processor and slow 4G. The service worker's own requests are not slowed down. */
export async function openSlowPage(context: BrowserContext): Promise<SlowPage> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const fetched = watchNetwork(session);
  return { page, fetched };
}

function watchNetwork(session: CDPSession): () => readonly string[] {
  const cached = new Set<string>();
  const fetched: string[] = [];
  session.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const isSaved = cached.has(requestId) || response.fromDiskCache === true || response.fromServiceWorker === true;
    if (!isSaved && !response.url.startsWith('data:')) fetched.push(new URL(response.url).pathname);
  });
  return () => fetched;
}
