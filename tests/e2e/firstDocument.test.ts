import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { loadRenderer } from '../../src/server/pages/renderer.ts';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { buySeats } from './callApi.ts';
import { holdRoute } from './holdRoute.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, dateIn } from './showtimes.ts';
import { startCinema } from './startCinema.ts';
import { seatName } from '#messages/seats.ts';

const SCRIPTS = /\/assets\/[^/]*\.js$/;
const BUYING = 'You can browse the films without JavaScript. Buying a ticket needs JavaScript.';
const TOO_OLD = 'Nobar Now needs a newer browser: Chrome or Edge 111, Firefox 115, Safari 16.4, or later.';
const NO_SCRIPTS = { javaScriptEnabled: false };
/** On sale according to every clock in these tests, which are up to a day off. */
const showtime = { showtimeDate: dateIn(2), showtimeTime: '20.35' };
const hall = addressOf('Metropolis', showtime);

const PAGES: readonly (readonly [path: string, name: string])[] = [
  ['/', 'Welcome to Nobar Now'],
  ['/movies', 'Movies'],
  ['/movies?search=metro', 'Movies'],
  ['/movie/Metropolis', 'Metropolis 1927'],
  [hall, 'Metropolis 1927'],
  ['/about', 'About'],
];

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const seat = (page: Page, seatNumber: number) => page.getByRole('button', { name: seatName(seatNumber) });
const signIn = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Sign In' });
const choice = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name });
/** Reports an error when Intl.DateTimeFormat is used. It takes a slow phone 50 ms, and the document has the dates. */
const watchIntl = () => Object.defineProperty(Intl, 'DateTimeFormat', { get: () => reportError(new Error('Intl')) });

/** Whether the first-frame cover is over the middle of the screen. */
function isCovered(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.matches('.first-frame, .first-frame *') ?? false,
  );
}

/** Whether nothing covers the footer at the end of the page. */
function isFooterFree(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const footer = document.querySelector('footer');
    const { x = 0, y = 0, width = 0, height = 0 } = footer?.getBoundingClientRect() ?? {};
    const over = document.elementFromPoint(x + width / 2, y + height - 2);
    return over !== null && footer?.contains(over) === true;
  });
}

describe.concurrent('the server-rendered document without scripts', () => {
  test('shows every public page in its colours, with a message about what needs JavaScript', async ({
    expect,
    visit,
  }) => {
    const { page, calls } = await visit(NO_SCRIPTS);
    for (const [path, name] of PAGES) {
      await page.goto(path);
      await heading(page, name).waitFor();
      const message = page.locator('noscript p');
      expect([await message.isVisible(), await message.innerText()], path).toEqual([true, BUYING]);
      expect(await isFooterFree(page), path).toBe(true);
      expect(await page.locator('.first-frame').isVisible(), path).toBe(false);
      const colours = await page.locator('html').evaluate((html) => {
        const { backgroundColor, color } = getComputedStyle(html);
        return [backgroundColor, color];
      });
      expect(colours, path).not.toContain('rgba(0, 0, 0, 0)');
      expect(new Set(colours).size, path).toBe(2);
    }
    expect(calls).toEqual([]);
  });

  test('links open films; forms search and choose date and showtime', async ({ expect, product, visit }) => {
    const member = await signUpMember(product.url, { balance: 500_000 });
    await buySeats(product.url, member, 'Metropolis', showtime, [7, 8]);
    const { page } = await visit(NO_SCRIPTS);
    await page.goto('/');
    await page.locator('[data-middle]').getByRole('link').click();
    await page.waitForURL(/\/movie\//);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Movies' }).click();
    await page.getByRole('searchbox', { name: 'Search movies' }).fill('metro');
    await page.keyboard.press('Enter');
    await page.waitForURL('/movies?search=metro');
    const found = page.getByRole('main').getByRole('link');
    expect(await found.allInnerTexts()).toEqual([expect.stringMatching(/^Metropolis\s1927$/)]);
    await found.click();
    await heading(page, 'Metropolis 1927').waitFor();
    await choice(page, showtime.showtimeDate).click();
    await page.waitForURL(addressOf('Metropolis', showtime).replace(/&.*/, ''));
    await choice(page, '20.35').click();
    await page.waitForURL(hall);
    expect(await seat(page, 7).textContent()).toBe('×');
    expect(await seat(page, 9).textContent()).toBe('9');
    expect(await choice(page, '20.35').getAttribute('aria-pressed')).toBe('true');
  });
});

describe('the server-rendered document in a browser that is too old', () => {
  test('stays readable and names the browsers that work, without a Retry', async ({ expect, visit }) => {
    const { page, takeProblems } = await visit();
    await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
    for (const [path, name] of PAGES) {
      await page.goto(path);
      await heading(page, name).waitFor();
      expect(await page.locator('p.failure:visible').allInnerTexts(), path).toEqual([TOO_OLD]);
      expect(await page.getByRole('button', { name: 'Retry' }).count(), path).toBe(0);
      expect(await isFooterFree(page), path).toBe(true);
    }
    // The document without a rendered page, and one that a returning user must not see before the session is restored.
    await page.evaluate(() => localStorage.setItem('nobar-now.token', 'x'));
    for (const path of ['/index.html', '/my-tickets']) {
      await page.goto(path);
      const isOnTop = await page.getByText(TOO_OLD).evaluate((sentence) => {
        const { x, y, width, height } = sentence.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === sentence;
      });
      expect(isOnTop, path).toBe(true);
    }
    // The browser reports each script that the page blocks.
    takeProblems();
  });
});

describe('the server-rendered document with scripts', () => {
  test('starts without Intl, which takes a slow phone 50 ms', async ({ visit }) => {
    const { page } = await visit();
    await page.addInitScript(watchIntl);
    await page.goto(hall);
    await signIn(page).waitFor();
  });

  test('a link cut inside a percent-encoding opens the page Film not found', async ({ visit }) => {
    const { page, takeProblems } = await visit();
    await page.goto('/movie/A%20Trip%20to%2');
    await signIn(page).waitFor();
    expect(await heading(page, 'Film not found').count()).toBe(1);
    expect(takeProblems()).toEqual(['404 GET /movie/A%20Trip%20to%2']);
  });

  test('a returning user’s personal page is covered from the first paint until the session is restored', async ({
    visitAsMember,
  }) => {
    const { member, page } = await visitAsMember();
    const release = await holdRoute(page, SCRIPTS);
    await page.goto('/my-info', { waitUntil: 'commit' });
    await page.getByRole('banner').waitFor();
    expect(await isCovered(page)).toBe(true);
    release();
    await page.getByRole('banner').getByRole('button', { name: member.displayName }).waitFor();
    await expect.poll(() => isCovered(page)).toBe(false);
  });

  test('a returning user’s public page shows at once without Sign In, and replays clicks on seats and Buy Tickets', async ({
    visitAsMember,
  }) => {
    const { member, page, calls } = await visitAsMember({ balance: 100_000 });
    const release = await holdRoute(page, SCRIPTS);
    await page.goto(hall, { waitUntil: 'commit' });
    for (const seatNumber of [20, 21, 20, 22]) {
      await seat(page, seatNumber).click();
    }
    await choice(page, 'Buy Tickets').click();
    expect(await isCovered(page)).toBe(false);
    expect(await page.getByRole('button', { name: 'Sign In' }).count()).toBe(0);
    release();
    await page.getByRole('dialog', { name: 'Buy Tickets' }).getByText('Seats 21 and 22', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: member.displayName }).waitFor();
    expect(calls.filter((call) => !call.endsWith('/live'))).toEqual(['GET user/info', 'GET user/tickets']);
  });
});

describe.concurrent('the server-rendered document: input before the scripts load is kept', () => {
  test('a typed search text', async ({ expect, visit }) => {
    const { page } = await visit();
    const release = await holdRoute(page, SCRIPTS);
    await page.goto('/movies', { waitUntil: 'commit' });
    const field = page.getByRole('searchbox', { name: 'Search movies' });
    await field.pressSequentially('metro');
    release();
    await signIn(page).waitFor();
    await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBe(1);
    expect(await field.inputValue()).toBe('metro');
    await field.pressSequentially('zzz');
    await expect.poll(() => page.getByRole('main').getByRole('link').count()).toBe(0);
  });

  test('a click on a date, then on a showtime', async ({ expect, visit }) => {
    const { page } = await visit();
    const release = await holdRoute(page, SCRIPTS);
    await page.goto('/movie/Metropolis', { waitUntil: 'commit' });
    await choice(page, showtime.showtimeDate).click();
    await page.waitForURL(/date=/, { waitUntil: 'commit' });
    await choice(page, '20.35').click();
    await page.waitForURL(hall, { waitUntil: 'commit' });
    await seat(page, 1).waitFor();
    release();
    await signIn(page).waitFor();
    await seat(page, 1).click();
    await expect.poll(() => seat(page, 1).getAttribute('aria-pressed')).toBe('true');
  });

  test('a click on a seat between hydration and start, which selects it once', async ({ expect, visit }) => {
    const { page } = await visit();
    await page.addInitScript(() => {
      addEventListener('message', () => {
        // React marks an element once it has hydrated everything inside it.
        const marks = Object.keys(document.querySelector('main')?.lastElementChild ?? {});
        if (marks.some((mark) => mark.startsWith('__reactProps')))
          document.querySelector<HTMLElement>('[data-seat]')?.click();
        else postMessage(undefined);
      });
      postMessage(undefined);
    });
    await page.goto(hall);
    await signIn(page).waitFor();
    await expect.poll(() => seat(page, 1).getAttribute('aria-pressed')).toBe('true');
  });

  test('the opened menu on a phone', async ({ visit }) => {
    const { page } = await visit({ viewport: { width: 360, height: 740 } });
    const release = await holdRoute(page, SCRIPTS);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Menu' }).click();
    release();
    await page.getByRole('dialog').getByRole('link', { name: 'Movies' }).waitFor();
  });
});

describe('the server-rendered document: the service worker without a saved document', () => {
  test('opens the cached shell after one second without a response, and ignores API requests', async ({
    visit,
    onTestFinished,
  }) => {
    const render = await loadRenderer(`${projectRoot}/dist`, 'en');
    if (render === undefined) throw new Error('The server build of the views is missing');
    let gate = Promise.resolve();
    const cinema = await startCinema({
      render: async (...requested) => {
        await gate;
        return render(...requested);
      },
    });
    onTestFinished(cinema.stop);
    const { page } = await visit({ url: cinema.url, serviceWorkers: 'allow' });
    await page.goto('/');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const isRenderedAt = async (path: string) => {
      await page.goto(path);
      return (await page.locator('#snapshot').count()) === 1;
    };
    await expect.poll(() => isRenderedAt('/about')).toBe(true);
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

    const fromWorker: string[] = [];
    page.on('response', (response) => {
      if (response.fromServiceWorker()) fromWorker.push(new URL(response.url()).pathname);
    });
    const { promise, resolve: release } = Promise.withResolvers<void>();
    gate = promise;
    expect(await isRenderedAt('/movies?search=metro')).toBe(false);
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    release();
    await expect.poll(() => isRenderedAt(hall)).toBe(true);
    await seat(page, 1).waitFor();
    expect(fromWorker).toContain('/movies');
    expect(fromWorker.filter((path) => path.startsWith('/api'))).toEqual([]);
  });
});

test('the server-rendered document: the preview picture of a film is a PNG', async ({ product }) => {
  const html = await (await fetch(new URL('/movie/Metropolis', product.url))).text();
  const [, image = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const picture = await fetch(image);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await picture.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
});
