import type { Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { holdRoute } from './holdRoute.ts';
import { test } from './inChromium.ts';

/** The budget of package.json, and 0.3 KB for the content hashes, which are not in it because they do not compress equally well. */
const MAXIMUM_BYTES = (115.5 + 0.3) * 1024;

describe('the first load of /', () => {
  test('transfers at most 115.8 KB of JavaScript in brotli, prefetches the film page when idle, and never loads the inspector', async ({
    visit,
  }) => {
    const { page } = await visit();
    const scripts: Request[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request);
    });
    const filmPage = page.waitForRequest('**/assets/MoviePage-*.js');
    await page.goto('/', { waitUntil: 'networkidle' });
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await filmPage;
    expect(await page.getByRole('region', { name: 'Inspector' }).count()).toBe(0);
    expect(scripts.filter((script) => /inspect|statechart/i.test(script.url()))).toEqual([]);
    const encodings = await Promise.all(
      scripts.map(async (script) => (await script.response())?.headerValue('content-encoding')),
    );
    expect(new Set(encodings)).toEqual(new Set(['br']));
    // The script prefetch requests everything that is loaded after the page has rendered.
    const firstPrefetched = scripts.findIndex((script) => script.url().includes('/assets/prefetch-'));
    const sizes = await Promise.all(scripts.slice(0, firstPrefetched).map((script) => script.sizes()));
    const bytes = sizes.reduce((total, { responseBodySize }) => total + responseBodySize, 0);
    expect(bytes).toBeGreaterThan(20 * 1024);
    expect(bytes).toBeLessThanOrEqual(MAXIMUM_BYTES);
  });
  test('the scripts behind the first tap on a seat ask for eager compilation in their first line', async ({
    visit,
  }) => {
    const { page } = await visit();
    const hints = ['react', 'main', 'views', 'MoviePage'].map(async (name) => {
      const script = await page.waitForResponse(`**/assets/${name}-*.js`);
      return (await script.text()).split('\n')[0];
    });
    await page.goto('/movie/Metropolis');
    expect(new Set(await Promise.all(hints))).toEqual(new Set(['//# allFunctionsCalledOnLoad']));
  });
  test('hovering over a link fetches the code of its page, once', async ({ visit }) => {
    const { page } = await visit();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const ofMovies = () => requested.filter((url) => url.includes('/MoviesPage')).length;
    await page.goto('/', { waitUntil: 'networkidle' });
    expect(ofMovies(), 'the requests for the code of Movies').toBe(0);
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Movies' });
    await link.hover();
    await expect.poll(ofMovies).toBe(1);
    await link.click();
    await page.getByRole('searchbox', { name: 'Search movies' }).waitFor();
    expect(ofMovies(), 'the requests for the code of Movies').toBe(1);
  });
  test.for([
    ['/', ['main', 'react', 'HomePage']],
    ['/movies', ['main', 'react', 'MoviesPage']],
    ['/movie/Metropolis', ['main', 'react', 'MoviePage']],
  ] as const)(
    '%s requests posters and code in parallel with the first script, once, and no film data',
    async ([path, chunks], { visit }) => {
      const { page, calls } = await visit({ serviceWorkers: 'allow' });
      const requested: string[] = [];
      const warnings: string[] = [];
      page.on('request', (request) => requested.push(new URL(request.url()).pathname));
      page.on('console', (message) => warnings.push(message.text()));
      const release = await holdRoute(page, /\/assets\/main-.*\.js$/);
      await page.goto(path, { waitUntil: 'commit' });
      const timesRequested = (chunk: string) =>
        requested.filter((each) => each.startsWith(`/assets/${chunk}-`) && each.endsWith('.js')).length;
      await expect.poll(() => chunks.map(timesRequested)).toEqual(chunks.map(() => 1));
      await expect.poll(() => requested.some((each) => each.startsWith('/posters/'))).toBe(true);
      release();
      await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
      expect(chunks.map(timesRequested)).toEqual(chunks.map(() => 1));
      expect({ calls, warnings }).toEqual({ calls: [], warnings: [] });
    },
  );
});
