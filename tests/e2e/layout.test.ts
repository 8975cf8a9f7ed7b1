import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { buySeats, ticketsOf } from './callApi.ts';
import { settle, type Place } from './everyPage.ts';
import { everyVisitor } from './everyVisitor.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { userMenu } from './userMenu.ts';

/** The last is a screen of 1280 by 1024 at 400 %. */
const SCREENS = [
  { width: 320, height: 740 },
  { width: 768, height: 740 },
  { width: 1280, height: 740 },
  { width: 320, height: 256 },
];

const SMALLEST = 24;
const SMALLEST_OF_ACTIONS = 44;

async function faultsOf(page: Page, places: readonly Place[]): Promise<string[]> {
  const found: string[] = [];
  for (const { name, open } of places) {
    await open(page);
    for (const screen of SCREENS) {
      await page.setViewportSize(screen);
      await settle(page);
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      const faults = [...(await smallTargets(page)), ...(screen.height < 480 ? await stuck(page) : [])];
      if (widest > screen.width) faults.push(`${widest} px wide`);
      found.push(...faults.map((fault) => `${name} at ${screen.width} x ${screen.height}: ${fault}`));
    }
    await page.setViewportSize({ width: 1280, height: 740 });
  }
  return found;
}

/** What is too small to be hit: less than 44 px high, or less than 24 px either way for seats and links within text. */
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

/** What stays on a low screen while its page scrolls, beside dialogs and messages. */
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

describe.concurrent('section 9: from 320 px up and at 400 % nothing scrolls sideways, sticks or is too small to be hit', () => {
  const answered = everyVisitor.filter(({ isAnswered }) => isAnswered);

  test.for(answered)('$name', async ({ prepare, problems }, { product, visit }) => {
    const { places, token } = await prepare(product.url, 1);
    const { page, takeProblems } = await visit({ token, reducedMotion: 'reduce' });
    expect(await faultsOf(page, places)).toEqual([]);
    expect(takeProblems()).toEqual(problems);
  });
});

/** Where an element stands, in whole pixels. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not on the screen');
  return {
    left: Math.round(box.x),
    top: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}

describe('interface, walked: what a visitor has in front of the eyes', () => {
  test('12: on a phone the carousel goes from edge to edge, its middle slide about 180 px wide over its neighbours', async ({
    visit,
  }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' });
    await page.goto('/');
    await settle(page);
    const carousel = page.getByRole('region', { name: 'Now Showing' });
    expect(await boxOf(carousel.getByRole('list'))).toMatchObject({ left: 0, width: 390 });
    const poster = await boxOf(carousel.locator('[data-middle] img'));
    expect(poster.width).toBeGreaterThanOrEqual(174);
    expect(poster.width).toBeLessThanOrEqual(186);
    const top = await page.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('li')?.hasAttribute('data-middle'),
      [poster.left + 4, poster.top + 200],
    );
    expect(top).toBe(true);
    const whole = await carousel.getByRole('listitem').evaluateAll(
      (slides) =>
        slides.filter((slide) => {
          const { left, right } = slide.getBoundingClientRect();
          return left > -1 && right < innerWidth + 1;
        }).length,
    );
    expect(whole).toBe(3);
  });

  test.for([
    [320, 640],
    [390, 844],
    [768, 1024],
    [1280, 800],
    [1920, 1080],
  ] as const)(
    '12: at %d x %d the whole carousel is on the first screen, Previous and Next on the line of its title',
    async ([width, height], { visit }) => {
      const { page } = await visit({ viewport: { width, height }, reducedMotion: 'reduce' });
      await page.goto('/');
      await settle(page);
      const title = await boxOf(page.getByText('Now Showing', { exact: true }));
      for (const name of ['Previous', 'Next']) {
        const button = await boxOf(page.getByRole('button', { name }));
        expect(Math.abs(button.top + button.height / 2 - title.top - title.height / 2)).toBeLessThanOrEqual(1);
        expect(button.left).toBeGreaterThan(title.left + title.width);
        expect({ width: button.width, height: button.height }).toEqual({ width: 44, height: 44 });
      }
      const middle = await boxOf(page.locator('[data-middle]'));
      expect(middle.top + middle.height).toBeLessThanOrEqual(height);
    },
  );

  test('13, 14: a ticket is whole on the smallest phone and at most 760 px wide, and its actions stand in one row', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url, { balance: 200_000 });
    await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [45, 46, 48]);
    const [ticket] = await ticketsOf(product.url, member);
    const { page } = await visit({ token: member.token, viewport: { width: 320, height: 640 } });
    await page.goto('/my-tickets');
    const open = await boxOf(page.getByRole('link', { name: 'Open ticket for The Kid' }));
    const cancel = await boxOf(page.getByRole('button', { name: 'Cancel' }));
    expect(cancel.top).toBe(open.top);
    await page.goto(`/my-tickets/${ticket?.id}`);
    const sheet = page.getByRole('article', { name: 'The Kid' });
    await sheet.getByText('Row F · 45-46, 48').waitFor();
    const frame = await boxOf(sheet);
    for (const part of [sheet.getByRole('img', { name: 'QR code' }), sheet.getByText('Row F · 45-46, 48')]) {
      const { left, width } = await boxOf(part);
      expect(left).toBeGreaterThan(frame.left);
      expect(left + width).toBeLessThan(frame.left + frame.width);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await boxOf(sheet)).toMatchObject({ width: 760 });
    await page.emulateMedia({ media: 'print' });
    const brand = await sheet.evaluate(({ firstElementChild: first }) =>
      first === null ? '' : ['::before', '::after'].map((part) => getComputedStyle(first, part).content).join(''),
    );
    expect(brand).toBe('"Nobar ""Now"');
    await sheet.getByText(ticket?.id ?? '', { exact: true }).waitFor();
  });

  test('17: a toast never lies on a menu that is open', async ({ product, visit }) => {
    const member = await signUpMember(product.url);
    const { page } = await visit({ token: member.token, viewport: { width: 390, height: 844 } });
    await page.goto('/my-info');
    await page.getByRole('button', { name: 'Sign out other devices' }).click();
    await toast(page, 'No other device was signed in').waitFor();
    await userMenu(page, member).click();
    const items = page.getByRole('menuitem');
    await items.first().waitFor();
    const covered = await items.evaluateAll((all) =>
      all.flatMap((item) => {
        const { left, top, width, height } = item.getBoundingClientRect();
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return seen !== null && item.contains(seen) ? [] : [item.textContent];
      }),
    );
    expect(covered).toEqual([]);
  });
});
