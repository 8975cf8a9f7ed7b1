import { describe, expect } from 'vitest';
import { readCatalogue } from '../../src/server/store/readCatalogue.ts';
import { seedCatalogue } from '../../src/server/store/seedCatalogue.ts';
import { buySeats } from './callApi.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import {
  cacheBuild,
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
