import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { buySeats, ticketsOf } from './callApi.ts';
import { settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { userMenu } from './userMenu.ts';

/** Position and size of an element, in whole pixels. */
async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not on the screen');
  return {
    left: Math.round(box.x),
    top: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
  };
}

describe('layout of the pages', () => {
  test('12: on a phone the carousel has the width of the screen, and its middle slide, 180 px wide, overlaps its neighbours', async ({
    visit,
  }) => {
    const { page } = await visit({ viewport: { width: 390, height: 844 } });
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
    expect(whole, 'the completely visible posters').toBe(3);
  });

  test('12: from 320 x 640 to 1920 x 1080 the carousel fits the first screen; Previous and Next are level with its title', async ({
    visit,
  }) => {
    const { page } = await visit();
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [768, 1024],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      const on = `${width} x ${height}`;
      await page.setViewportSize({ width, height });
      await page.goto('/');
      await settle(page);
      const title = await boxOf(page.getByText('Now Showing', { exact: true }));
      for (const name of ['Previous', 'Next']) {
        const button = await boxOf(page.getByRole('button', { name }));
        const off = Math.abs(button.top + button.height / 2 - title.top - title.height / 2);
        expect(off, `${name} on ${on}`).toBeLessThanOrEqual(1);
        expect(button.left, `${name} on ${on}`).toBeGreaterThan(title.left + title.width);
        expect({ width: button.width, height: button.height }, on).toEqual({ width: 44, height: 44 });
      }
      const middle = await boxOf(page.locator('[data-middle]'));
      expect(middle.top + middle.height, on).toBeLessThanOrEqual(height);
    }
  });

  test.for([24, 32])(
    'section 2: with a font of %i px in the browser, no text leaves its place in the top bar or the schedule of a phone',
    async (fontSize, { expect, visit }) => {
      const { page } = await visit({ viewport: { width: 360, height: 740 } });
      await page.goto(addressOf('Metropolis', tomorrowEvening()));
      await page.getByRole('button', { name: 'Sign In' }).first().waitFor();
      await page.locator('html').evaluate((html, size) => (html.style.fontSize = `${size}px`), fontSize);
      const spilling = await page.locator('header :is(a, button), main [role=group] button').evaluateAll((controls) =>
        controls.flatMap((control) => {
          const { left, right, top, bottom } = control.getBoundingClientRect();
          const bar = control.closest('header')?.getBoundingClientRect();
          const isCut =
            control.scrollWidth > control.clientWidth + 1 && getComputedStyle(control).overflow === 'visible';
          const isOutside = bar !== undefined && (top < bar.top || bottom > bar.bottom);
          const isBeside = bar === undefined && (left < 0 || right > innerWidth);
          return isCut || isOutside || isBeside ? [control.textContent] : [];
        }),
      );
      expect(spilling).toEqual([]);
    },
  );

  test('section 2: on a phone a text above the numbers beside Seats says that they choose the best seats', async ({
    visit,
  }) => {
    const { page } = await visit({ viewport: { width: 320, height: 640 } });
    await page.goto(addressOf('Metropolis', tomorrowEvening()));
    const times = await boxOf(page.getByRole('group', { name: 'Showtime' }));
    const label = await boxOf(page.getByText('Best seats for'));
    const first = await boxOf(page.getByRole('button', { name: 'Best 1 seat' }));
    const last = await boxOf(page.getByRole('button', { name: 'Best 6 seats' }));
    expect(label.top).toBeGreaterThanOrEqual(times.top + times.height);
    expect(label.top).toBeLessThan(first.top);
    expect(label.left + label.width).toBeLessThanOrEqual(last.left + last.width);
  });

  test('section 9: three more links in the menu and in the footer fit a phone of 320 px, with a long display name', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url, { displayName: 'Maximiliana Konstantinopolska' });
    const { page } = await visit({ viewport: { width: 320, height: 640 }, token: member.token });
    await page.goto('/about');
    await userMenu(page, member).waitFor();
    const links = page.locator('nav[aria-label="Main"], nav[aria-label="Footer"]');
    await links.evaluateAll((navigations) => {
      for (const navigation of navigations)
        navigation.append(...[1, 2, 3].map(() => navigation.lastElementChild?.cloneNode(true) ?? ''));
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    for (const link of await links.getByRole('link').all()) {
      await link.focus();
      const { left, width } = await boxOf(link);
      expect({ isInside: left >= 0 && left + width <= 320, width }).toEqual({ isInside: true, width });
    }
    expect((await boxOf(userMenu(page, member))).width, 'the user menu can still be tapped').toBeGreaterThanOrEqual(44);
  });

  test('13, 14: a ticket fits a phone of 320 px and is at most 760 px wide, with its actions in one row', async ({
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
    await sheet.getByText('Row F · 45–46, 48').waitFor();
    const frame = await boxOf(sheet);
    for (const part of [sheet.getByRole('img', { name: 'QR code' }), sheet.getByText('Row F · 45–46, 48')]) {
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
    const code = sheet.getByText(ticket?.id ?? '', { exact: true });
    await code.waitFor();
    // A6: the printed QR code leaves no space beside it.
    await page.setViewportSize({ width: 320, height: 480 });
    const picture = await boxOf(sheet.getByRole('img', { name: 'QR code' }));
    expect((await boxOf(code)).top).toBeGreaterThan(picture.top + picture.height);
  });

  test('a display name with stacked diacritics, as older accounts may have, does not overlap the row above', async ({
    visitAsMember,
  }) => {
    const { member, page } = await visitAsMember();
    const displayName = `${member.displayName}${'\u0301'.repeat(60)}`;
    const above = page.getByText(member.username, { exact: true });
    const look = async () => {
      await page.goto('/my-info');
      await settle(page);
      return (await above.screenshot()).toString('base64');
    };
    const plain = await look();
    await page.route('**/api/user/info', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), displayName } });
    });
    expect(await look()).toBe(plain);
    expect(await page.getByRole('main').getByText(displayName).count()).toBe(1);
  });

  test('17: a toast never covers an open menu', async ({ visitAsMember }) => {
    const { member, page } = await visitAsMember({ viewport: { width: 390, height: 844 } });
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

  test('schedule and seats are side by side only if the page is wide enough, also next to the inspector', async ({
    visit,
  }) => {
    const { page } = await visit();
    for (const [width, query, isBeside] of [
      [899, '', false],
      [900, '', true],
      [1280, '', true],
      [1100, '?inspect', false],
      [1280, '?inspect', false],
      [1440, '?inspect', true],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`/movie/The%20Phantom%20of%20the%20Opera${query}`);
      if (query !== '') await page.getByRole('heading', { name: 'Inspector' }).waitFor();
      await settle(page);
      const schedule = await boxOf(page.getByRole('heading', { name: 'Schedule' }));
      const seats = await boxOf(page.getByRole('heading', { name: 'Seats' }));
      expect(seats.left > schedule.left, `${width} px ${query}`).toBe(isBeside);
    }
  });
});
