import type { Locator, Page } from 'playwright-core';

/** The overlay's wordmark while it covers the page: the third that the product draws, after those of the top bar and the footer. */
export function overlay(page: Page): Locator {
  return page.locator('#root').getByText('Nobar Now', { exact: true }).nth(2);
}
