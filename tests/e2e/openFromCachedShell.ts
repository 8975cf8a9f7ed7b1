import type { Page } from 'playwright-core';

/** Answers navigations with the empty shell that service workers cache, so that the browser renders the page. */
export async function openFromCachedShell(page: Page): Promise<void> {
  await page.route('**/*', async (route, request) => {
    if (!request.isNavigationRequest()) return route.fallback();
    const response = await route.fetch({ url: new URL('/index.html', request.url()).href });
    return route.fulfill({ response });
  });
}
