import type { Page } from 'playwright-core';
import { rest } from './everyPage.ts';

/** The screen on which a page is opened whose layout is looked at. */
export const USUAL_SCREEN = { width: 1280, height: 720 };
/** The last is a screen of 1280 by 1024 at 400 %. */
const SCREENS = [USUAL_SCREEN, { width: 768, height: 740 }, { width: 320, height: 740 }, { width: 320, height: 256 }];

const SMALLEST = 24;
const SMALLEST_OF_ACTIONS = 44;

/** The elements that scroll sideways, stick or are too small to be hit on a screen from 320 px up and at 400 %. */
export async function layoutFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const screen of SCREENS) {
    if (screen !== USUAL_SCREEN) await page.setViewportSize(screen);
    await rest(page);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    const faults = [...(await smallTargets(page)), ...(screen.height < 480 ? await stuck(page) : [])];
    if (widest > screen.width) faults.push(`${widest} px wide`);
    found.push(...faults.map((fault) => `at ${screen.width} x ${screen.height}: ${fault}`));
  }
  await page.setViewportSize(USUAL_SCREEN);
  return found;
}

/** The targets that are too small to be hit: less than 44 px high, or less than 24 px either way for seats and links within text. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(
    ({ smallest, smallestOfActions }) =>
      [...document.querySelectorAll('a[href], button, input, summary')].flatMap((target) => {
        if (!target.checkVisibility({ visibilityProperty: true })) return [];
        const box = (target.closest('label') ?? target).getBoundingClientRect();
        const isInText = target.matches('a') && getComputedStyle(target).display === 'inline';
        const height = target.matches('[data-seat]') || isInText ? smallest : smallestOfActions;
        if (box.width >= smallest && box.height >= height) return [];
        return [`${Math.round(box.width)} x ${Math.round(box.height)}: ${target.outerHTML.slice(0, 80)}`];
      }),
    { smallest: SMALLEST, smallestOfActions: SMALLEST_OF_ACTIONS },
  );
}

/** The elements that stay on a low screen while its page scrolls, beside dialogs and messages. */
function stuck(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('#root *')].flatMap((element) => {
      const { position } = getComputedStyle(element);
      const { bottom, height } = element.getBoundingClientRect();
      const comesAndGoes = element.closest('[role="region"], [data-radix-popper-content-wrapper]') !== null;
      const shows = bottom > 0 && height > 0 && !comesAndGoes;
      return shows && ['fixed', 'sticky'].includes(position) ? [`sticks: ${element.outerHTML.slice(0, 80)}`] : [];
    }),
  );
}
