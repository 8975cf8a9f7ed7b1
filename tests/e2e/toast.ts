import type { Locator, Page } from 'playwright-core';

/** The toast with this text, in a region that assistive technology can find. */
export function toast(page: Page, message: string): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByText(message, { exact: true });
}
