import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { LANGUAGES, localPath } from '#domain/languages.ts';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { cacheNames } from '../fixtures/keptOnDevices.ts';
import { textsOf } from '../fixtures/texts.ts';
import { buySeats } from './callApi.ts';
import { test } from './inChromium.ts';
import { languageOf } from './languageOf.ts';
import { signUpMember } from './people.ts';
import {
  cacheBuild,
  cacheLanguage,
  changeSaved,
  isMarked,
  MARK,
  savedHtml,
  savedPaths,
  saveMarked,
  waitUntilRunning,
  type SavedChange,
} from './savedDocument.ts';
import { addressOf, showtimeWithoutHolds } from './showtimes.ts';
import { startCinema } from './startCinema.ts';

const HALL = addressOf('Metropolis', showtimeWithoutHolds());
describe('section 2, Screens: the second visit gets the saved document at once', () => {
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

describe('saved documents of two languages', () => {
  test('a saved document of another language is not shown, online and offline', async ({ visit }) => {
    const { page, takeProblems } = await visit({ serviceWorkers: 'allow' });
    for (const language of LANGUAGES.toReversed()) await cacheLanguage(page, language);
    const confuse = () =>
      page.evaluate(async () => {
        const [english, indonesian] = [await caches.open('documents'), await caches.open('documents-id')];
        const headers = { accept: 'text/html' };
        const [ofEnglish, ofIndonesian] = [await fetch('/movies', { headers }), await fetch('/id/movies', { headers })];
        await english.put('/movies', ofIndonesian);
        await indonesian.put('/id/movies', ofEnglish);
        // A document without this header is not shown again in any language.
        return [ofEnglish, ofIndonesian].every((each) => each.headers.has('expires'));
      });
    for (const isOffline of [false, true]) {
      expect(await confuse()).toBe(true);
      await page.context().setOffline(isOffline);
      for (const language of LANGUAGES) {
        await page.goto(localPath(language, '/movies'));
        await page.locator('footer').waitFor();
        expect([isOffline, await languageOf(page)]).toEqual([isOffline, language]);
      }
    }
    expect(takeProblems().filter((problem) => problem.startsWith('page:'))).toEqual([]);
  });

  test('Back and Forward between saved pages of two languages keep the language of each', async ({ visit }) => {
    const { page } = await visit({ serviceWorkers: 'allow' });
    for (const language of LANGUAGES.toReversed()) await cacheLanguage(page, language);
    await page.goto('/id/movies');
    await page.goto('/about');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: textsOf.id.pages.movies }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { level: 1, name: textsOf.en.pages.about }).waitFor();
    expect([new URL(page.url()).pathname, await languageOf(page)]).toEqual(['/about', 'en']);
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
