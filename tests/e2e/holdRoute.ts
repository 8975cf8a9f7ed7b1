import type { Page } from 'playwright-core';

/** Holds what a page requests of these addresses; gives what lets it come. */
export async function holdRoute(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
