import type { Locator, Page } from 'playwright-core';

/** The overlay's wordmark while it covers the page: the fourth, after those of the top bar, the footer and the document itself. */
export function overlay(page: Page): Locator {
  return page.getByText('Nobar Now', { exact: true }).nth(3);
}
