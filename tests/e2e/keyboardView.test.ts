import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seatName } from '#domain/seatNames.ts';
import { settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';

const SCREENS = [
  { width: 1280, height: 720 },
  { width: 360, height: 740 },
  { width: 320, height: 256 },
];
const MOST_STOPS = 60;

/** What has the focus when none of it can be seen, as nothing else may cover it whole; undefined when it can be seen. */
function hiddenFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    if (element === null || element.matches('body, main')) return undefined;
    const seen = element.closest('label') ?? element;
    const { left, right, top, bottom } = seen.getBoundingClientRect();
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
    const shows = shares.some((across) =>
      shares.some((down) => {
        const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return hit !== null && (seen.contains(hit) || hit.contains(seen));
      }),
    );
    return shows ? undefined : element.outerHTML.slice(0, 100);
  });
}

async function hiddenStops(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
      await page.keyboard.press(key);
      const hidden = await hiddenFocus(page);
      if (hidden !== undefined) found.push(`${key}: ${hidden}`);
    }
  }
  return found;
}

describe.each(SCREENS)('WCAG 2.4.11: on $width x $height the bars cover nothing that has the focus', (viewport) => {
  test('on the pages with bars, forwards and backwards', async ({ product, visit }) => {
    const { token } = await signUpMember(product.url, { balance: 500_000 });
    const { page } = await visit({ token, viewport, reducedMotion: 'reduce' });
    const movie = addressOf('Metropolis', tomorrowEvening());
    for (const path of [movie, '/movies', '/topup', '/withdraw']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settle(page);
      expect(await hiddenStops(page)).toEqual([]);
    }

    await page.goto(movie);
    await page.getByRole('button', { name: seatName(1) }).click();
    await settle(page);
    for (const key of ['Control+End', ...Array<string>(7).fill('ArrowUp'), ...Array<string>(7).fill('ArrowDown')]) {
      await page.keyboard.press(key);
      expect(await hiddenFocus(page)).toBeUndefined();
    }
    await page.getByRole('button', { name: 'Show as list' }).press('Enter');
    await page.getByText('Row H: 8 free').press('Enter');
    expect(await hiddenStops(page)).toEqual([]);
  });
});
