import type { Page } from 'playwright-core';

/** Has a page opened by the document that browsers keep, into which they draw it themselves. */
export async function openFromCachedShell(page: Page): Promise<void> {
  await page.route('**/*', async (route, request) => {
    if (!request.isNavigationRequest()) return route.fallback();
    const response = await route.fetch({ url: new URL('/index.html', request.url()).href });
    return route.fulfill({ response });
  });
}
