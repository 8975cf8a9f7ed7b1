import type { Page } from 'playwright-core';

/** Lets no news of seats arrive, so that somebody else can be quicker: what the feed tells is late at times. */
export async function holdFeeds(page: Page): Promise<void> {
  await page.route('**/live?*', () => undefined);
}
