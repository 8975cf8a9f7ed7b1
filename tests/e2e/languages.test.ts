import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { LANGUAGES, localPath } from '#domain/languages.ts';
import { test } from './inChromium.ts';
import { languageOf } from './languageOf.ts';
import { cacheLanguage } from './savedDocument.ts';

/** The names of the caches, and the paths of the documents in each. */
function savedDocuments(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => {
    const entries = (await caches.keys()).map(async (name) => {
      const keys = await (await caches.open(name)).keys();
      const paths = keys.map(({ url }) => new URL(url).pathname);
      return [name.replace(location.origin, ''), paths.filter((path) => !path.startsWith('/assets/'))];
    });
    return Object.fromEntries(await Promise.all(entries));
  });
}

/** Saves the document of each language in the cache of the other one. Its scripts belong to another build, so it may not be shown. */
function exchangeDocuments(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const [english, indonesian] = [await caches.open('documents'), await caches.open('documents-id')];
    const ofEnglish = await english.match('/movies', { ignoreVary: true });
    const ofIndonesian = await indonesian.match('/id/movies', { ignoreVary: true });
    if (ofEnglish === undefined || ofIndonesian === undefined) throw new Error('A document is not saved');
    await english.put('/movies', ofIndonesian);
    await indonesian.put('/id/movies', ofEnglish);
  });
}

describe('each language has its own service worker', () => {
  test('the caches of the languages do not mix, and each language opens offline', async ({ visit }) => {
    const { page, takeProblems } = await visit({ serviceWorkers: 'allow' });
    // The worker of the first language comes last: it would remove the precaches whose names contain its scope.
    for (const language of LANGUAGES.toReversed()) {
      await cacheLanguage(page, language);
      await page.goto(localPath(language, '/movies'));
      await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    }
    await expect
      .poll(() => savedDocuments(page))
      .toEqual({
        documents: ['/', '/movies'],
        'documents-id': ['/id', '/id/movies'],
        'workbox-precache-v2-/': ['/index.html'],
        'workbox-precache-v2-id': ['/id/index.html'],
      });

    await exchangeDocuments(page);
    await page.context().setOffline(true);
    for (const [path, language] of [
      ['/id', 'id'],
      ['/movies', 'en'],
      ['/id/movies', 'id'],
      ['/id/topup', 'id'],
      ['/id/id', 'id'],
      ['/topup', 'en'],
    ] as const) {
      await page.goto(path);
      await page.locator('footer').waitFor();
      expect([path, await languageOf(page)]).toEqual([path, language]);
    }
    expect(takeProblems().filter((problem) => problem.startsWith('page:'))).toEqual([]);
  });

  test('a worker that controls all paths leaves the pages of other languages to the server', async ({ visit }) => {
    const { page, takeProblems } = await visit({ serviceWorkers: 'allow' });
    await cacheLanguage(page, 'en');
    await page.goto('/');
    const answer = await page.goto('/id/about');
    expect([answer?.fromServiceWorker(), await languageOf(page)]).toEqual([false, 'id']);
    const other = await page.goto('/identity');
    expect([other?.status(), await languageOf(page)]).toEqual([404, 'en']);
    expect(takeProblems()).toEqual(['404 GET /identity']);
  });

  test('/ID is redirected to /id, and keeps the query', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/ID/movies?search=kid');
    expect([new URL(page.url()).pathname, await languageOf(page)]).toEqual(['/id/movies', 'id']);
    await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1);
  });
});

test('a browser that prefers Indonesian is offered it without a shift of the layout', async ({ visit }) => {
  const { page } = await visit({ locale: 'id-ID', viewport: { width: 360, height: 700 } });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { entryType } of list.getEntries()) document.documentElement.dataset['shifted'] = entryType;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/movies?search=kid');
  const link = page.getByRole('region', { name: /^Notifications/ }).getByRole('link');
  await link.waitFor();
  expect(await page.locator('html').getAttribute('data-shifted')).toBeNull();
  await link.click();
  await page.waitForURL((url) => url.pathname === '/id/movies');
  expect([new URL(page.url()).search, await languageOf(page)]).toEqual(['?search=kid', 'id']);
});
