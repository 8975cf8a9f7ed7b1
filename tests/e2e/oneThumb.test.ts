import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { messages, takenMessage } from '../fixtures/messages.ts';
import { REDIRECT_DELAY } from '#domain/timings.ts';
import { rounds } from '../rounds.ts';
import { buySeats } from './callApi.ts';
import { settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { signUpMember } from './people.ts';
import { addressOf, dateIn, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { seatList, seatName } from '#messages/seats.ts';

const PHONE = { width: 390, height: 844 };
const SEAT_WIDTH_ON_A_PHONE = 36;
/** The selection with the longest text. No other test of this file buys these seats. */
const SEATS_OF_SIX_ROWS = [1, 10, 19, 28, 37, 48];

/** The smallest screen and the layout in two columns. */
const SCREENS = [
  { who: 'signed in', width: 320, height: 640 },
  { who: 'signed out', width: 1280, height: 800 },
];
/** The screens of the long round. */
const OTHER_SCREENS = [
  { who: 'signed in', ...PHONE },
  { who: 'signed in', width: 768, height: 1024 },
  { who: 'signed in', width: 1920, height: 1080 },
  { who: 'signed out', width: 320, height: 640 },
];

const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-block-end: 2em !important }
`;

interface Sides {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The position of an element once its animations have ended. */
async function sidesOf(locator: Locator): Promise<Sides> {
  await locator.waitFor();
  return locator.evaluate(async (element) => {
    await Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished));
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });
}

/** Counts taps and expects that no tap needs a scroll. */
function thumbOn(page: Page, screen: { readonly width: number; readonly height: number }) {
  let taps = 0;
  return {
    taps: () => taps,
    tap: async (target: Locator) => {
      const { left, top, right, bottom } = await sidesOf(target);
      expect(top, `${String(target)} is on the screen`).toBeGreaterThanOrEqual(0);
      expect(bottom, `${String(target)} is on the screen`).toBeLessThanOrEqual(screen.height);
      await page.touchscreen.tap((left + right) / 2, (top + bottom) / 2);
      taps += 1;
    },
  };
}

/** Moves fingers over the carousel from one distance to another, in pixels from its middle. */
async function moveFingers(page: Page, paths: readonly (readonly [from: number, to: number])[]) {
  const { left, top, right, bottom } = await sidesOf(page.getByRole('region', { name: 'Now Showing' }));
  const session = await page.context().newCDPSession(page);
  for (let step = 0; step <= 10; step += 1) {
    const touchPoints = paths.map(([from, to]) => ({
      x: (left + right) / 2 + from + ((to - from) * step) / 10,
      y: (top + bottom) / 2,
    }));
    await session.send('Input.dispatchTouchEvent', { type: step === 0 ? 'touchStart' : 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}
const readZoom = () => visualViewport?.scale;

describe('section 2, Routes: the carousel on a touch screen', () => {
  test('one finger slides it, two fingers zoom the page, also from side to side', async ({ visit }) => {
    const { page } = await visit({ viewport: PHONE, hasTouch: true, isMobile: true });
    await page.goto('/');
    await settle(page);
    const middle = page.locator('[data-middle]');
    const first = await middle.getAttribute('aria-label');
    await moveFingers(page, [[100, -60]]);
    await page.locator(`[data-middle]:not([aria-label="${first}"])`).waitFor();
    expect(await page.evaluate(readZoom)).toBe(1);

    const next = await middle.getAttribute('aria-label');
    await moveFingers(page, [
      [-30, -150],
      [30, 150],
    ]);
    await expect.poll(() => page.evaluate(readZoom)).toBeGreaterThan(2);
    expect(await middle.getAttribute('aria-label')).toBe(next);
  });
});

describe('one-handed use of the seat map', () => {
  test('a signed-in user gets from Home to the QR code of four seats with seven taps and no scroll', async ({
    visitAsMember,
  }) => {
    const { page } = await visitAsMember({ balance: 500_000, viewport: PHONE, hasTouch: true, isMobile: true });
    const { tap, taps } = thumbOn(page, PHONE);
    await page.goto('/');
    await page.getByRole('button', { name: 'Siti Rahayu' }).waitFor();
    await tap(page.locator('[data-middle]').getByRole('link'));
    // The other tests buy seats for tomorrow, possibly of the film in the middle.
    await tap(page.getByRole('button', { name: dateIn(2) }));
    await tap(page.getByRole('button', { name: '20.35' }));
    await tap(page.getByRole('button', { name: 'Best 4 seats' }));
    expect(await page.getByRole('button', { pressed: true, name: /^Seat / }).count(), 'selected seats').toBe(4);
    await tap(page.getByRole('button', { name: 'Buy Tickets' }));
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }));
    await page.getByRole('dialog').getByText(messages.bought).waitFor();
    await tap(page.getByRole('link', { name: 'Open ticket' }));
    await page.waitForURL('/my-tickets/*');
    expect((await sidesOf(page.getByRole('img', { name: /QR/ }))).bottom).toBeLessThanOrEqual(PHONE.height);
    expect(taps()).toBe(7);
  });

  test.for(rounds(SCREENS, [...SCREENS, ...OTHER_SCREENS]))(
    'all seats and their legend fit between the bars, also with six selected: $who at $width x $height',
    async ({ who, ...viewport }, { product, visit }) => {
      const token = who === 'signed in' ? (await signUpMember(product.url)).token : undefined;
      const { page } = await visit({ token, viewport });
      await page.goto(`/movie/The%20General?date=${encodeURIComponent(dateIn(1))}`);
      // Settle first: Playwright scrolls before it clicks a covered element.
      await settle(page);
      await page.getByRole('button', { name: '20.35' }).click();
      const summary = page.getByText('No seats chosen').locator('..');
      const first = await sidesOf(page.getByRole('button', { name: seatName(1) }));
      const last = await sidesOf(page.getByRole('button', { name: seatName(64) }));
      const legend = await sidesOf(page.getByRole('button', { name: 'Show as list' }));
      const bar = await sidesOf(summary);
      const topBar = await sidesOf(page.getByRole('banner'));
      expect(first.top).toBeGreaterThanOrEqual(topBar.bottom);
      expect(last.bottom).toBeLessThanOrEqual(bar.top);
      expect(legend.bottom).toBeLessThanOrEqual(bar.top);
      expect(bar.bottom).toBeLessThanOrEqual(viewport.height);
      if (viewport.width === PHONE.width) {
        expect(first.right - first.left).toBeGreaterThanOrEqual(SEAT_WIDTH_ON_A_PHONE);
      }
      if (viewport.width >= 1280) expect(await page.evaluate(() => scrollY), 'the page is not scrolled').toBe(0);

      for (const seat of SEATS_OF_SIX_ROWS) {
        await page.evaluate(
          (name) => document.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click(),
          seatName(seat),
        );
      }
      const words = page.getByText(seatList(SEATS_OF_SIX_ROWS));
      const barThen = await sidesOf(words.locator('../..'));
      const legendThen = await sidesOf(page.getByRole('button', { name: 'Show as list' }));
      expect(legendThen.bottom).toBeLessThanOrEqual(barThen.top);
      expect(legendThen.top, 'the legend does not move').toBe(legend.top);
    },
  );

  test('on a phone of 320 px the bar shows all rows and the price uncut, also with the text spacing of WCAG 1.4.12', async ({
    visitAsMember,
  }) => {
    const { page } = await visitAsMember({ viewport: { width: 320, height: 640 } });
    await page.goto(addressOf('The General', tomorrowEvening()));
    await settle(page);
    for (const seat of SEATS_OF_SIX_ROWS) await page.getByRole('button', { name: seatName(seat) }).click();
    const bar = page.getByRole('button', { name: 'Buy Tickets' }).locator('../..');
    const room = await page.evaluate(() => parseFloat(getComputedStyle(document.body).paddingBlockEnd));
    for (const spacing of ['', TEXT_SPACING]) {
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets = [sheet];
      }, spacing);
      const cut = await bar.evaluate((element) =>
        [...element.querySelectorAll<HTMLElement>('*')].flatMap(({ innerText, clientWidth, scrollWidth }) =>
          clientWidth > 1 && scrollWidth > clientWidth ? [innerText] : [],
        ),
      );
      expect(cut, 'texts that are cut off').toEqual([]);
      const { top, bottom } = await sidesOf(bar);
      expect(bottom - top, 'the bar is at most as high as the padding of the page').toBeLessThanOrEqual(room);
    }
  });

  test('opening the ticket at once is not undone by the redirect to Home while its code is loading', async ({
    visitAsMember,
  }) => {
    const { page } = await visitAsMember({ balance: 500_000, viewport: PHONE });
    await page.clock.install();
    await openBuyDialog(page, 'Safety Last!', [12]);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/assets/TicketPage-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click();
    await page.getByRole('link', { name: 'Open ticket' }).click();
    await page.waitForURL('/my-tickets/*');
    await page.clock.runFor(REDIRECT_DELAY);
    release();
    await page.getByRole('img', { name: /QR/ }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/my-tickets\//);
  });

  test('the success toast of a purchase shows all its buttons on a phone of 320 px', async ({ visitAsMember }) => {
    const { page } = await visitAsMember({ balance: 500_000, viewport: { width: 320, height: 640 } });
    await openBuyDialog(page, 'Safety Last!', [14]);
    await page.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click();
    const message = await sidesOf(toast(page, messages.purchaseSuccess).locator('..'));
    const dismiss = await sidesOf(page.getByRole('button', { name: 'Dismiss' }));
    expect(dismiss.right).toBeLessThanOrEqual(message.right);
    expect(message.right).toBeLessThanOrEqual(320);
  });

  test('a toast does not cover the bar', async ({ product, visitAsMember }) => {
    const rival = await signUpMember(product.url, { balance: 200_000 });
    const { page } = await visitAsMember({ viewport: PHONE });
    await page.goto(addressOf('Nosferatu', tomorrowEvening()));
    for (const seat of [41, 42]) await page.getByRole('button', { name: seatName(seat) }).click();
    await buySeats(product.url, rival, 'Nosferatu', tomorrowEvening(), [42]);
    const message = await sidesOf(toast(page, takenMessage([42])).locator('..'));
    const bar = await sidesOf(page.getByRole('button', { name: 'Buy Tickets' }).locator('../..'));
    expect(message.bottom).toBeLessThanOrEqual(bar.top);
  });
});
