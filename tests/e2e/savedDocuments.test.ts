import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { LANGUAGES } from '#domain/languages.ts';
import { PATHS } from '#domain/paths.ts';
import { messages } from '../fixtures/messages.ts';
import { rounds } from '../rounds.ts';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { cacheNames } from '../fixtures/keptOnDevices.ts';
import { buySeats } from './callApi.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { cacheBuild, cacheLanguage, changeSaved, savedHtml, savedPaths, type SavedChange } from './savedDocument.ts';
import { addressOf, showtimeWithoutHolds } from './showtimes.ts';
import { startCinema } from './startCinema.ts';

const HOUR = 3_600_000;
const HALL = addressOf('Metropolis', showtimeWithoutHolds());
const PUBLIC = rounds(['/', HALL], ['/', '/movies', '/movies?search=metro', '/movie/Metropolis', HALL, '/about']);
const PERSONAL = [PATHS.myTickets, PATHS.topUp, PATHS.withdraw, PATHS.transactions, PATHS.myInfo];
const MARK: SavedChange = { find: '<body>', replace: '<body data-mark="">' };

const isMarked = (page: Page) => page.locator('body').evaluate((body) => 'mark' in body.dataset);

/** Waits until a page runs, not only its document. */
async function waitUntilRunning(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
}

/** Opens a page once with the service worker, so that its document is saved, and marks the saved document. */
async function saveMarked(page: Page, path: string, mark = MARK): Promise<void> {
  await page.goto(path);
  await expect.poll(() => savedHtml(page, path)).not.toBe('');
  await changeSaved(page, path, mark);
}

describe('section 2, Screens: the second visit gets the saved document at once', () => {
  test('of every public page, without a layout shift; the fresh one is saved for the next visit', async ({ visit }) => {
    const { page } = await visit({ serviceWorkers: 'allow' });
    await page.addInitScript(() => {
      const shifts: unknown[] = [];
      Reflect.set(window, 'shifts', shifts);
      new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
    await cacheBuild(page);
    for (const path of PUBLIC) {
      await saveMarked(page, path);
      await page.goto(path);
      await waitUntilRunning(page);
      expect([path, await isMarked(page)]).toEqual([path, true]);
      await page.evaluate(async () => void (await document.fonts.ready));
      expect([path, await page.evaluate(() => Reflect.get(window, 'shifts'))]).toEqual([path, []]);
      await expect.poll(() => savedHtml(page, path)).not.toContain('data-mark');
      await page.goto(path);
      expect([path, await isMarked(page)]).toEqual([path, false]);
    }
  });

  test('saves the first page of the first visit, which no worker served', async ({ visit }) => {
    const { page } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    await expect.poll(() => savedPaths(page)).toEqual(['/']);
    expect(await savedHtml(page, '/')).toContain('id="snapshot"');
  });

  test('Reload gets the document from the server', async ({ visit }) => {
    const { page } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    await saveMarked(page, '/movies');
    await page.goto('/movies');
    expect(await isMarked(page)).toBe(true);
    await changeSaved(page, '/movies', MARK);
    await page.reload();
    expect(await isMarked(page)).toBe(false);
  });

  test('no personal page is saved, nor anything about a signed-in user', async ({ visitAsMember, product }) => {
    const { page, member, takeProblems } = await visitAsMember({ serviceWorkers: 'allow', balance: 123_000 });
    await buySeats(product.url, member, 'Metropolis', showtimeWithoutHolds(), [17]);
    await cacheBuild(page);
    for (const path of [...PERSONAL, '/no/such', ...PUBLIC]) {
      await page.goto(path);
      await page.getByRole('button', { name: member.displayName }).waitFor();
    }
    await expect.poll(() => savedPaths(page)).toHaveLength(PUBLIC.length);
    expect((await savedPaths(page)).toSorted()).toEqual(PUBLIC.toSorted());
    const saved = (await Promise.all(PUBLIC.map((path) => savedHtml(page, path)))).join('\n');
    for (const secret of [member.displayName, member.username, member.token, '68.000'])
      expect(saved).not.toContain(secret);
    expect(takeProblems()).toEqual(['404 GET /no/such']);
  });

  test('keeps the last 20 documents', async ({ visit }) => {
    const { page } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    const paths = Array.from({ length: 21 }, (_, index) => `/movies?search=m${index}`);
    for (const path of paths) {
      // The server renders at most 20 documents in two seconds for one address, and a document that it did not render is not saved.
      const isRendered = async () => (await page.goto(path))?.headers()['expires'] !== undefined;
      await expect.poll(isRendered, { interval: 500 }).toBe(true);
      await expect.poll(() => savedPaths(page)).toContain(path);
    }
    await expect.poll(() => savedPaths(page)).toEqual(paths.slice(1));
  });
});

describe('reliability 61: a saved document that may not be shown again', () => {
  test.for<[string, SavedChange]>([
    ['is of another build', { find: '/assets/main-', replace: '/assets/of-another-build-' }],
    ['is cut off in the middle', { cutAt: 'id="snapshot"' }],
    ['has expired, as at midnight when its first date leaves the offer', { expires: new Date(0).toUTCString() }],
    ['has a date that cannot be read', { expires: 'tomorrow' }],
  ])('one that %s is replaced by the document of the server', async ([, change], { visit }) => {
    const { page } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    await saveMarked(page, '/movies');
    await changeSaved(page, '/movies', change);
    await page.goto('/movies');
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    expect(await isMarked(page)).toBe(false);
  });

  test('a hostile one runs no script of its own, like a document from the server', async ({ visit }) => {
    const { page, takeProblems } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    const script = '<body data-mark=""><script>document.documentElement.dataset.hostile = "";</script>';
    await saveMarked(page, '/movies', { find: '<body>', replace: script });
    await page.goto('/movies');
    expect([await isMarked(page), await page.locator('html[data-hostile]').count()]).toEqual([true, 0]);
    expect(takeProblems().join()).toMatch(/^console: .*Content Security Policy/);
  });

  test('a film that has left the programme shows its page once more, then no longer', async ({
    visit,
    onTestFinished,
  }) => {
    const { cinema, stop, url } = await startCinema({});
    onTestFinished(stop);
    const { page, takeProblems } = await visit({ url, serviceWorkers: 'allow' });
    await cacheBuild(page);
    await saveMarked(page, '/movie/Metropolis');
    const movies = await readCatalogue();
    const others = movies.filter(({ title }) => title !== 'Metropolis');
    await seedCatalogue(cinema, others, cinema.clock.now);
    // The server keeps a document for a second.
    const headers = { accept: 'text/html' };
    await expect.poll(async () => (await fetch(`${url}/movie/Metropolis`, { headers })).status).toBe(404);
    await page.goto('/movie/Metropolis');
    expect(await isMarked(page)).toBe(true);
    await expect.poll(() => savedPaths(page)).not.toContain('/movie/Metropolis');
    await page.goto('/movie/Metropolis');
    await page.getByRole('heading', { name: 'Film not found' }).waitFor();
    expect(takeProblems()).toEqual(['404 GET /movie/Metropolis']);
  });
});

describe('section 2, Screens: a saved document in use', () => {
  test('shows a signed-in user’s page without a Sign In button, and a seat that was sold since as taken', async ({
    visitAsMember,
    product,
  }) => {
    const { page, member } = await visitAsMember({ serviceWorkers: 'allow' });
    const other = await signUpMember(product.url, { balance: 100_000 });
    await page.addInitScript(() => {
      const look = () => {
        const button = [...document.querySelectorAll('header button')].find(
          ({ textContent }) => textContent === 'Sign In',
        );
        if (button?.checkVisibility() === true) Reflect.set(window, 'sawSignIn', true);
        requestAnimationFrame(look);
      };
      look();
    });
    await cacheBuild(page);
    await saveMarked(page, HALL);
    await buySeats(product.url, other, 'Metropolis', showtimeWithoutHolds(), [40]);
    await page.goto(HALL);
    await page.getByRole('button', { name: member.displayName }).waitFor();
    expect(await isMarked(page)).toBe(true);
    await expect.poll(() => page.locator('[data-seat="40"]').getAttribute('aria-disabled')).toBe('true');
    expect(await page.evaluate(() => Reflect.get(window, 'sawSignIn'))).toBeUndefined();
  });

  test('offline, the saved page shows and says that it is saved; online again, the message disappears', async ({
    visit,
  }) => {
    const { page, takeProblems } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    for (const path of PUBLIC.filter((each) => each !== '/about')) await saveMarked(page, path);
    await page.clock.setFixedTime(Date.now() + HOUR / 4);
    await page.context().setOffline(true);
    for (const path of PUBLIC.filter((each) => each !== '/about')) {
      await page.goto(path);
      await page.getByText(messages.savedPage).waitFor();
      expect([path, await isMarked(page)]).toEqual([path, true]);
    }
    await page.reload();
    expect(await isMarked(page)).toBe(true);
    await page.context().setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.getByText(messages.savedPage).waitFor({ state: 'detached' });
    for (const problem of takeProblems()) expect(problem).toMatch(/^net::ERR_INTERNET_DISCONNECTED/);
  });

  test('a browser that refuses storage gets the documents from the server', async ({ visit, product }) => {
    const { page } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(product.url).origin, quotaSize: 1 });
    await page.goto('/movies');
    await page.goto('/movies');
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await waitUntilRunning(page);
    expect(await savedPaths(page)).toEqual(['/']);
  });
});

/** The names of the caches, without the scope in Workbox's, after the first visit to each language of a device that had some caches. */
async function cachesAfterVisit(page: Page, before: readonly string[]): Promise<string[]> {
  await page.goto('/robots.txt');
  await page.evaluate(async (names) => {
    const scoped = names.map((name) => (name.endsWith('-v2') ? `${name}-${location.origin}/` : name));
    await Promise.all(scoped.map((name) => caches.open(name)));
  }, before);
  for (const language of LANGUAGES.toReversed()) await cacheLanguage(page, language);
  const names = await page.evaluate(() => caches.keys());
  return names.map((name) => name.replace(/-http.*/, '')).toSorted();
}

test('this version uses or removes the caches of each released service worker, and the list has its own', async ({
  visit,
}) => {
  const open = async (before: readonly string[]) =>
    cachesAfterVisit((await visit({ serviceWorkers: 'allow' })).page, before);
  const own = await open([]);
  expect(cacheNames, 'tests/fixtures/keptOnDevices.ts').toEqual(expect.arrayContaining(own));
  expect(await open(cacheNames), 'a cache that this version does not open stays on the device').toEqual(own);
  // Control: a cache that no version lists.
  expect(await open(['a former cache'])).toEqual(['a former cache', ...own]);
});
