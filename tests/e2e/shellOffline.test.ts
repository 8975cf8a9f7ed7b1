import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './inChromium.ts';

async function keepShell(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
}

describe('section 2, Routes: the second visit needs no network for its shell', () => {
  test('offline every page is drawn by what the browser kept, and no film, seat or money is made up', async ({
    visit,
  }) => {
    const { page, takeProblems } = await visit({ serviceWorkers: 'allow' });
    await keepShell(page);
    await page.context().setOffline(true);
    for (const path of ['/', '/movies', '/movie/Metropolis?date=05%20Mar', '/my-tickets', '/topup', '/about']) {
      await page.goto(path);
      await page.locator('footer').getByText('Movies').waitFor();
    }
    await page.goto('/movies');
    await page.getByText('The films could not be loaded').waitFor();
    expect(await page.getByRole('main').getByRole('img').count()).toBe(0);
    expect(takeProblems().filter((problem) => problem.startsWith('page:'))).toEqual([]);
  });

  test('what is kept holds no answer of the API', async ({ visit }) => {
    const { page } = await visit({ serviceWorkers: 'allow' });
    await keepShell(page);
    await page.goto('/movie/Metropolis');
    await page.getByRole('heading', { name: /Metropolis/ }).waitFor();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/index.html');
    expect(kept.some((path) => path.startsWith('/assets/TicketPage-'))).toBe(true);
    expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
  });

  test('the product can be installed: name, icons of both sizes and a maskable one', async ({ visit, product }) => {
    const { page } = await visit();
    await page.goto('/');
    const address = await page.locator('link[rel=manifest]').getAttribute('href');
    const answer = await fetch(new URL(address ?? '', product.url));
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const manifest: unknown = await answer.json();
    expect(manifest).toMatchObject({
      name: 'Nobar Now',
      display: 'standalone',
      icons: [
        {},
        { src: '/icons/192.png', sizes: '192x192' },
        { src: '/icons/512.png', sizes: '512x512' },
        { src: '/icons/maskable.png', purpose: 'maskable' },
      ],
    });
    for (const icon of ['192', '512', 'maskable', 'apple-touch']) {
      const picture = await fetch(`${product.url}/icons/${icon}.png`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    }
  });
});
