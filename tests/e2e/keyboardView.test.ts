import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seatName } from '#domain/seatNames.ts';
import { rounds } from '../rounds.ts';
import { settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';

const SCREENS = [
  { width: 1280, height: 720, pages: ['/movies'] },
  { width: 360, height: 740, pages: ['/topup'] },
  { width: 320, height: 256, pages: ['/withdraw'] },
];
const PAGES = SCREENS.flatMap(({ pages }) => pages);
/** The bars alone have more. */
const FEWEST_STOPS = 8;
const MOST_STOPS = 100;

interface Stop {
  /** Whether the focus has come back to where the walk began. */
  readonly isFirst: boolean;
  /** What has the focus when none of it can be seen, as nothing else may cover it whole; undefined when it can be seen. */
  readonly hidden: string | undefined;
}

/** Looks at what has the focus; `anew` begins a walk there. */
function look(page: Page, anew = false): Promise<Stop> {
  return page.evaluate((begins) => {
    const { activeElement: element } = document;
    if (begins) Reflect.set(window, 'firstStop', element);
    const isFirst = Reflect.get(window, 'firstStop') === element;
    if (element === null || element.matches('body, main')) return { isFirst, hidden: undefined };
    const seen = element.closest('label') ?? element;
    const { left, right, top, bottom } = seen.getBoundingClientRect();
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9];
    const shows = shares.some((across) =>
      shares.some((down) => {
        const hit = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
        return hit !== null && (seen.contains(hit) || hit.contains(seen));
      }),
    );
    return { isFirst, hidden: shows ? undefined : element.outerHTML.slice(0, 100) };
  }, anew);
}

/** Goes once round the page, forwards and backwards. */
async function hiddenStops(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    let stops = 0;
    let stop: Stop;
    do {
      await page.keyboard.press(key);
      stop = await look(page, stops === 0);
      if (stop.hidden !== undefined) found.push(`${key}: ${stop.hidden}`);
      stops += 1;
    } while (stops === 1 || (!stop.isFirst && stops < MOST_STOPS));
    if (!stop.isFirst) found.push(`${key} does not come round`);
    if (stops < FEWEST_STOPS) found.push(`${key} comes round after ${stops} stops`);
  }
  return found;
}

describe.each(SCREENS)('WCAG 2.4.11: on $width x $height the bars cover nothing that has the focus', (screen) => {
  test('on the pages with bars, forwards and backwards', async ({ product, visit }) => {
    const { token } = await signUpMember(product.url, { balance: 500_000 });
    const { pages, ...viewport } = screen;
    const { page } = await visit({ token, viewport });
    const movie = addressOf('Metropolis', tomorrowEvening());
    for (const path of [movie, ...rounds(pages, PAGES)]) {
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
      expect((await look(page)).hidden).toBeUndefined();
    }
    await page.getByRole('button', { name: 'Show as list' }).press('Enter');
    await page.getByText('Row H: 8 free').press('Enter');
    expect(await hiddenStops(page)).toEqual([]);
  });
});
