import { describe, expect } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { rounds } from '../rounds.ts';
import { settle } from './everyPage.ts';
import { holdRoute } from './holdRoute.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { violations } from './violations.ts';
import { seatName } from '#messages/seats.ts';

/** The problems that are reported when a script cannot be fetched. */
const CODE_OUT_OF_REACH = new Set(['net::ERR_CONNECTION_REFUSED']);

function kindsOf(problems: readonly string[]): Set<string> {
  return new Set(problems.map((problem) => problem.replace(/(?: GET |\n).*$/s, '')));
}

describe.concurrent('section 8: scripts that cannot be loaded', () => {
  test.for(rounds(['main'], ['main', 'react', 'views']))(
    'without the script %s the page stays readable and shows a message with a working Retry',
    async (script, { expect, visit }) => {
      const { page, takeProblems } = await visit();
      await page.route(`**/assets/${script}-*.js`, (route) => route.abort('connectionrefused'));
      await page.goto(addressOf('Metropolis', tomorrowEvening()));
      const alert = page.getByRole('alert');
      const message = 'Nobar Now could not be loaded. Check your connection and try again.';
      await alert.filter({ hasText: message }).waitFor();
      await page.getByRole('heading', { name: 'Metropolis 1927' }).waitFor();
      await page.getByRole('button', { name: seatName(1) }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(takeProblems()).not.toEqual([]);
      await page.unroute(`**/assets/${script}-*.js`);
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('button', { name: seatName(1) }).click();
      await page.getByRole('button', { name: seatName(1), pressed: true }).waitFor();
      expect(await alert.allTextContents()).toEqual([]);
    },
  );

  test('without the script of the page the product shows a message with a working Retry', async ({ visit }) => {
    const { page, takeProblems } = await visit();
    await page.route('**/assets/HomePage-*.js', (route) => route.abort('connectionrefused'));
    await page.goto('/');
    await page.getByRole('alert').getByText(messages.unreachable).waitFor();
    await page.unroute('**/assets/HomePage-*.js');
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    expect(kindsOf(takeProblems())).toEqual(CODE_OUT_OF_REACH);
  });

  test('retries a failed page chunk for a returning user without logging an error', async ({ visitAsMember }) => {
    const { member, page, takeProblems } = await visitAsMember();
    // The document requests the script first, then the product does.
    await page.route('**/assets/MoviePage-*.js', (route) => route.abort('connectionrefused'), { times: 2 });
    await page.goto('/movie/Metropolis');
    await page.getByRole('banner').getByRole('button', { name: member.displayName }).waitFor();
    await page
      .getByRole('heading', { name: 'Metropolis 1927' })
      .or(page.getByRole('button', { name: 'Retry' }))
      .waitFor();
    expect(takeProblems().filter((problem) => problem.startsWith('page:'))).toEqual([]);
  });
});

describe.concurrent('script errors before and after the product starts', () => {
  test('an error in a script of a browser extension shows no message', async ({ expect, visit }) => {
    const { page, takeProblems } = await visit();
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      addEventListener('unhandledrejection', ({ reason }) => seen.push(String(reason)));
      addEventListener('error', ({ message, target }) => seen.push(message ?? Object(target).src), true);
    });
    const release = await holdRoute(page, /\/assets\/main-.*\.js$/);
    const fail = () =>
      page.evaluate(() => {
        void Promise.reject(new Error('Failed to connect to wallet'));
        setTimeout(() => {
          throw new Error('A foreign script failed');
        });
        const script = document.createElement('script');
        script.type = 'module';
        script.src = 'https://extension.invalid/content.js';
        document.body.append(script);
      });
    const haveSeen = (count: number) => page.waitForFunction((all) => Object(window).seen.length === all, count);
    await page.goto('/movies', { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await fail();
    await haveSeen(3);
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    release();
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
    await settle(page);
    await fail();
    await haveSeen(6);
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    expect(takeProblems().filter((problem) => problem.startsWith('page:'))).toHaveLength(4);
  });

  test('an error in a script of the product shows a message', async ({ expect, visit }) => {
    const { page, takeProblems } = await visit();
    const body = 'throw new Error("This script is broken")';
    await page.route('**/assets/main-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto('/movies');
    await page.getByRole('alert').filter({ hasText: 'Nobar Now could not be loaded.' }).waitFor();
    expect(takeProblems()).toEqual(['page: This script is broken']);
  });

  test('the message disappears once the product runs', async ({ expect, visit }) => {
    const { page, takeProblems } = await visit();
    const release = await holdRoute(page, /\/assets\/main-.*\.js$/);
    await page.goto('/movies', { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = '/assets/none.js';
      document.body.append(script);
    });
    await page.getByRole('alert').filter({ hasText: 'Nobar Now could not be loaded.' }).waitFor();
    release();
    await settle(page);
    expect(await page.getByRole('alert').allTextContents()).toEqual([]);
    expect(takeProblems()).toEqual(['404 GET /assets/none.js']);
  });
});

describe('a browser that blocks storage, BroadcastChannel, service workers and sharing', () => {
  test('can show pages, sign in and select seats', async ({ product, visit }) => {
    const member = await signUpMember(product.url, { balance: 100_000 });
    const { page } = await visit();
    await page.addInitScript(refuseEverything);
    await page.goto(addressOf('Metropolis', tomorrowEvening()));
    const dialog = page.getByRole('dialog');
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await dialog.getByLabel('User name').fill(member.username);
    await dialog.getByLabel('Password').fill(member.password);
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByRole('button', { name: member.displayName }).waitFor();
    await page.getByRole('button', { name: seatName(31) }).click();
    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await dialog.getByText('Change Rp.55.000').waitFor();
  });
});

/** Makes every API throw that a browser may block. Runs in the page before its own scripts. */
function refuseEverything(): void {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- only this function is sent to the page
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB', 'Notification']) {
    Object.defineProperty(window, name, { get: refuse });
  }
  for (const name of ['serviceWorker', 'clipboard', 'share', 'canShare', 'permissions', 'storage', 'locks']) {
    Object.defineProperty(Navigator.prototype, name, { get: refuse });
  }
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
}

test('a poster without AVIF files, such as one that a proxy serves, is shown as SVG', async ({ expect, visit }) => {
  const { page, takeProblems } = await visit();
  await page.route('**/posters/*.avif', (route) => route.fulfill({ status: 404 }));
  await page.goto('/movie/Metropolis');
  const poster = page.getByRole('img', { name: 'Poster of Metropolis' });
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/metropolis\.svg$/);
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(takeProblems()).not.toEqual([]);
});
