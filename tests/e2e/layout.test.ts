import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { buySeats } from './callApi.ts';
import { placesOf, placesOfStrangers, settle, type Place } from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';

const WIDTHS = [320, 768, 1280];

async function overflowing(page: Page, places: readonly Place[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, open } of places) {
    await open(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 });
      await settle(page);
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      if (widest > width) found.push(`${name} is ${widest} px wide at ${width} px`);
    }
  }
  return found;
}

describe.concurrent('section 9: from 320 px up nothing scrolls sideways', () => {
  test('signed in', async ({ product, visit }) => {
    const member = await signUpMember(product.url, { balance: 135_000 });
    await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [1]);
    const { page } = await visit(member);
    expect(await overflowing(page, placesOf(member))).toEqual([]);
  });

  test('signed out', async ({ visit }) => {
    const { page, takeProblems } = await visit();
    expect(await overflowing(page, placesOfStrangers)).toEqual([]);
    expect(takeProblems()).toEqual(['404 GET movie/Sharknado']);
  });
});
