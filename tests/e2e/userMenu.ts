import type { Locator, Page } from 'playwright-core';

/** The button that opens the personal links, while they are closed. */
export function userMenu(page: Page, { displayName }: { readonly displayName: string }): Locator {
  return page.getByRole('banner').getByRole('button', { name: displayName, expanded: false });
}
