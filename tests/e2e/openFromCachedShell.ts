import type { Page } from 'playwright-core';
import { basePath, languageAt } from '#domain/languages.ts';

/** Answers navigations with the empty shell that service workers cache, so that the browser renders the page. */
export async function openFromCachedShell(page: Page): Promise<void> {
  await page.route('**/*', async (route, request) => {
    if (!request.isNavigationRequest()) return route.fallback();
    const shell = `${basePath(languageAt(new URL(request.url()).pathname))}/index.html`;
    const response = await route.fetch({ url: new URL(shell, request.url()).href });
    return route.fulfill({ response });
  });
}
