import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test as base } from './inChromium.ts';
import { openVisitor } from './visitor.ts';

/** One page for all tests of this file, which change nothing but the window size and the address. */
const test = base.extend('page', { scope: 'file' }, async ({ chromium, product }, { onCleanup }) => {
  const { page, takeProblems } = await openVisitor(chromium, { url: product.url });
  onCleanup(async () => {
    await page.context().close();
    expect(takeProblems()).toEqual([]);
  });
  return page;
});

async function widthOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().width);
}

describe('section 9: sizes', () => {
  test('the content is at most 1366 px wide', async ({ page }) => {
    await page.setViewportSize({ width: 1920, height: 900 });
    await page.goto('/movies');
    expect(await widthOf(page, 'main')).toBe(1366);
    await page.setViewportSize({ width: 1000, height: 900 });
    expect(await widthOf(page, 'main')).toBe(1000);
  });

  test.for([
    { dialog: 'Menu', width: 300, onPhone: 319 },
    { dialog: 'Sign In', width: 600, onPhone: 320 },
  ])('the dialog $dialog is $width px wide, and at most $onPhone px on a phone of 320 px', async (sizes, { page }) => {
    const { dialog, width, onPhone } = sizes;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/movies');
    await page.getByRole('button', { name: dialog }).click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
    expect(await widthOf(page, '[role=dialog]')).toBe(width);
    await page.setViewportSize({ width: 320, height: 740 });
    expect(await widthOf(page, '[role=dialog]')).toBeLessThanOrEqual(onPhone);
  });

  test('the top bar changes style after 50 px of scroll, not at 50', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto('/movies');
    await page.getByRole('link', { name: /Metropolis/ }).waitFor();
    const bar = page.getByRole('banner');
    const background = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor);
    const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
    await scrollTo(50);
    await expect.poll(background).toBe('rgb(0, 0, 0)');
    await scrollTo(51);
    await expect.poll(background).toBe('rgb(18, 18, 18)');
  });
});

describe('section 2: layout and colours', () => {
  test('at 360, 700 and 1280 px the films are in 2, 3 and 4 columns', async ({ page }) => {
    await page.goto('/movies');
    const cards = page.getByRole('main').getByRole('link', { name: /\d{4}$/ });
    for (const [width, columns] of [
      [360, 2],
      [700, 3],
      [1280, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const tops = await cards.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
      expect(
        tops.filter((top) => top === tops[0]),
        `at ${width} px`,
      ).toHaveLength(columns);
    }
  });

  test('at 899 and 900 px the carousel shows 3 and 5 slides', async ({ page }) => {
    for (const [width, slides] of [
      [899, 3],
      [900, 5],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      const carousel = page.getByRole('region', { name: 'Now Showing' });
      const slide = carousel.getByRole('listitem').first();
      await slide.waitFor();
      const share = async () => {
        const [whole, part] = await Promise.all([carousel.boundingBox(), slide.boundingBox()]);
        return Math.round((whole?.width ?? 0) / (part?.width ?? 1));
      };
      await expect.poll(share, { message: `at ${width} px` }).toBe(slides);
    }
  });

  test('a section title is in capitals above an accent line', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/movies');
    const title = page.getByRole('heading', { level: 1, name: 'Movies' });
    const style = await title.evaluate((heading) => {
      const line = getComputedStyle(heading, '::after');
      return [getComputedStyle(heading).textTransform, line.borderBottomColor];
    });
    expect(style).toEqual(['uppercase', 'rgb(255, 193, 7)']);
  });

  test('the age badges of the three ratings are green, blue and red', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const [title, colour] of [
      ['Metropolis', 'rgb(46, 125, 50)'],
      ['Nosferatu', 'rgb(21, 101, 192)'],
      ['Night of the Living Dead', 'rgb(198, 40, 40)'],
    ] as const) {
      await page.goto(`/movie/${encodeURIComponent(title)}`);
      const badge = page.getByText(/^Age rating \d+\+$/);
      expect(await badge.evaluate((element) => getComputedStyle(element).backgroundColor), title).toBe(colour);
    }
  });

  test("'Now Showing' fades in and out for at most 5 s, but not under reduced motion", async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 1280, height: 900 }, reducedMotion: 'no-preference' });
    await page.goto('/');
    const heading = page.getByText('Now Showing', { exact: true });
    const seconds = () =>
      heading.evaluate((element) => {
        const { animationName, animationDuration, animationIterationCount } = getComputedStyle(element);
        return animationName === 'none' ? 0 : Number.parseFloat(animationDuration) * Number(animationIterationCount);
      });
    expect(await seconds()).toBeGreaterThan(1);
    expect(await seconds()).toBeLessThanOrEqual(5);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await seconds()).toBe(0);
  });

  test('a film card shows a play button on hover', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto('/movies');
    const card = page.getByRole('link', { name: /Metropolis/ });
    const holder = card.locator('svg').locator('..');
    const opacity = () => holder.evaluate((element) => getComputedStyle(element).opacity);
    expect(await opacity()).toBe('0');
    await card.hover();
    await expect.poll(opacity).toBe('1');
  });
});
