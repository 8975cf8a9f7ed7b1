import type { Page } from 'playwright-core';

/** The language of the document. */
export function languageOf(page: Page): Promise<string | null> {
  return page.locator('html').getAttribute('lang');
}
