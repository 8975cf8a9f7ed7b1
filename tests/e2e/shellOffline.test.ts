import { once } from 'node:events';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { projectRoot } from '../../src/tooling/projectRoot.ts';
import { PATHS } from '#domain/paths.ts';
import { cacheBuild } from './savedDocument.ts';
import { buySeats } from './callApi.ts';
import { freshFolder } from '../server/freshFolder.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { startCinema } from './startCinema.ts';

/** Imitates a new build: changes the document, and its hash in the service worker. */
async function imitateNewBuild(directory: string): Promise<void> {
  const change = async (file: string, from: RegExp, to: string) => {
    const path = join(directory, file);
    const text = await readFile(path, 'utf8');
    expect(text).toMatch(from);
    await writeFile(path, text.replace(from, to));
    await Promise.all(['br', 'gz'].map((ending) => rm(`${path}.${ending}`, { force: true })));
  };
  await change('index.html', /content="Browse the films/, 'content="Newly built: browse the films');
  await change('service-worker.js', /[0-9a-f]{64}/, 'f'.repeat(64));
}

function isBuildWaiting(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
}

/** The description in the cached document, read while the browser is offline. */
async function savedDescription(page: Page): Promise<string | null> {
  await page.context().setOffline(true);
  await page.goto('/about');
  const found = await page.locator('meta[name=description]').getAttribute('content');
  await page.context().setOffline(false);
  return found;
}

/** A gateway without a server behind it: answers every request with its own error page. */
async function startGateway(port: number) {
  let status = 502;
  const gateway = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  });
  gateway.listen(port, '127.0.0.1');
  await once(gateway, 'listening');
  return {
    respondWith: (next: number) => {
      status = next;
    },
    stop: async () => {
      gateway.closeAllConnections();
      gateway.close();
      await once(gateway, 'close');
    },
  };
}

describe('section 2, Routes: the second visit needs no network for its shell', () => {
  test('renders every page offline from the cache, which contains no API responses', async ({ visit }) => {
    const { page, takeProblems } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    await page.goto('/movie/Metropolis');
    await page.getByRole('heading', { name: /Metropolis/ }).waitFor();
    const saved = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(saved).toContain('/index.html');
    expect(saved.some((path) => path.startsWith('/assets/TicketPage-'))).toBe(true);
    expect(saved.filter((path) => path.startsWith('/api'))).toEqual([]);

    await page.context().setOffline(true);
    for (const path of ['/', '/movies', '/movie/Metropolis?date=05%20Mar', '/my-tickets', '/topup', '/about']) {
      await page.goto(path);
      await page.locator('footer').getByText('Movies').waitFor();
    }
    await page.goto('/movies');
    await page.getByText('The films could not be loaded').waitFor();
    expect(await page.getByRole('main').getByRole('img').allTextContents()).toEqual([]);
    expect(takeProblems().filter((problem) => problem.startsWith('page:'))).toEqual([]);
  });

  test('an opened ticket shows its QR code while a gateway answers every request with an error', async ({
    visit,
    onTestFinished,
  }) => {
    const cinema = await startCinema({});
    const member = await signUpMember(cinema.url, { balance: 135_000 });
    const { id } = await buySeats(cinema.url, member, 'The Kid', tomorrowEvening(), [17]);
    const { page, takeProblems } = await visit({ url: cinema.url, token: member.token, serviceWorkers: 'allow' });
    await cacheBuild(page);
    await page.goto(`/my-tickets/${id}`);
    const code = page.getByRole('img', { name: `QR code of ticket ${id}` });
    await code.waitFor();
    // The server must not stop in the middle of a response: the browser would report the reset connection.
    await page.waitForLoadState('networkidle');
    await cinema.stop();
    const gateway = await startGateway(Number(new URL(cinema.url).port));
    onTestFinished(gateway.stop);

    for (const status of [502, 503, 504, 520, 530]) {
      gateway.respondWith(status);
      await page.goto(`/my-tickets/${id}`);
      await page.getByText('Saved on this device').waitFor();
      expect(await code.isVisible(), `the QR code after ${status}`).toBe(true);
    }
    for (const problem of takeProblems()) expect(problem).toMatch(/^5\d\d GET /);
  });

  test('a returning user gets every page server-rendered through the service worker', async ({ visit }) => {
    const { page, takeProblems } = await visit({ serviceWorkers: 'allow' });
    await cacheBuild(page);
    await page.reload();
    for (const path of [...Object.values(PATHS), '/no/such'].map((path) => path.replace(':movieTitle', 'Metropolis'))) {
      const answer = await page.goto(path);
      expect([path, answer?.fromServiceWorker()]).toEqual([path, true]);
      const isRendered = (await answer?.text())?.includes('id="snapshot"');
      expect(isRendered, `${path} is server-rendered, not the empty shell`).toBe(true);
    }
    expect(takeProblems()).toEqual(['404 GET /no/such']);
  });

  test('a new build waits while a page of the old one is open; the next visit gets it', async ({
    visit,
    onTestFinished,
  }) => {
    const pagesDirectory = await freshFolder('nobar-now-pages-');
    onTestFinished(() => rm(pagesDirectory, { recursive: true, force: true }));
    await cp(`${projectRoot}/dist`, pagesDirectory, { recursive: true });
    const old = await startCinema({ pagesDirectory });
    const { page, takeProblems } = await visit({ url: old.url, serviceWorkers: 'allow' });
    await cacheBuild(page);
    await old.stop();
    await imitateNewBuild(pagesDirectory);
    const next = await startCinema({ pagesDirectory, port: Number(new URL(old.url).port) });
    onTestFinished(next.stop);

    await page.goto('/movies');
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await expect.poll(() => isBuildWaiting(page)).toBe(true);
    expect(await savedDescription(page)).toMatch(/^Browse the films/);

    const context = page.context();
    await page.close();
    const nextVisit = async () => {
      const another = await context.newPage();
      const found = await savedDescription(another);
      await another.close();
      return found;
    };
    await expect.poll(nextVisit).toMatch(/^Newly built/);
    // Requests made while the browser is offline.
    for (const problem of takeProblems()) expect(problem).toMatch(/^net::ERR_INTERNET_DISCONNECTED/);
  });

  test('the product can be installed: the manifest has a name, icons in two sizes and a maskable icon', async ({
    visit,
    product,
  }) => {
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
