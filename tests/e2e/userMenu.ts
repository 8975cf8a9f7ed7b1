import type { Locator, Page } from 'playwright-core';

/** The button that opens the user menu, while the menu is closed. */
export function userMenu(page: Page, { displayName }: { readonly displayName: string }): Locator {
  return page.getByRole('banner').getByRole('button', { name: displayName, expanded: false });
}
