import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { settle, type Place } from './everyPage.ts';
import { everyVisitor } from './everyVisitor.ts';
import { test } from './inChromium.ts';
import { violations } from './violations.ts';

async function violationsIn(page: Page, theme: string, places: readonly Place[]): Promise<string[]> {
  await page.addInitScript((chosen) => localStorage.setItem('nobar-now.theme', chosen), theme);
  const found: string[] = [];
  for (const { name, open, covered = false } of places) {
    await open(page);
    if (!covered) await settle(page);
    const stirring = await page.evaluate(() => document.getAnimations().length);
    if (stirring > 0) found.push(`${name}: ${stirring} animations under reduced motion`);
    found.push(...(await violations(page)).map((violation) => `${name}: ${violation}`));
  }
  return found;
}

describe.concurrent.each(['dark', 'light'])(
  'section 2, Theme: %s, without motion, without a violation that axe can find, or one of the content policy (reliability 58)',
  (theme) => {
    test.for(everyVisitor)('$name', async ({ prepare, problems, isAnswered }, { product, visit }) => {
      const { places, token } = await prepare(product.url, theme === 'dark' ? 1 : 9);
      const { page, takeProblems } = await visit({ token, reducedMotion: 'reduce' });
      expect(await violationsIn(page, theme, places)).toEqual([]);
      const told = takeProblems();
      if (isAnswered) expect(told).toEqual(problems);
      else expect(problems).toEqual(expect.arrayContaining([...new Set(told)]));
    });
  },
);
