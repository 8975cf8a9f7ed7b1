import type { Locator, Page } from 'playwright-core';

/** The toast with this sentence, where assistive technology finds it too. */
export function toast(page: Page, message: string): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByText(message, { exact: true });
}
