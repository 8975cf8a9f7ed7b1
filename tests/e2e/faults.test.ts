import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { balanceOf, ticketsOf } from './callApi.ts';
import { test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { openFromCachedShell } from './openFromCachedShell.ts';
import { signUpMember } from './people.ts';
import { toast } from './toast.ts';
import { userMenu } from './userMenu.ts';
import { violations } from './violations.ts';
import { overlay } from './overlay.ts';

/** The complaints of browser and console about code that could not be fetched. */
const CODE_OUT_OF_REACH = new Set(['net::ERR_CONNECTION_REFUSED', `console: CallFailed: ${messages.unreachable}`]);

function kindsOf(problems: readonly string[]): Set<string> {
  return new Set(problems.map((problem) => problem.replace(/(?: GET |\n).*$/s, '')));
}

async function retry(page: Page): Promise<void> {
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
}

describe.concurrent('section 8: a call that fails', () => {
  test('with the API out of reach Home, Movies and a film say so, each with a Retry that works once it is back', async ({
    visit,
  }) => {
    const { page, takeProblems } = await visit();
    await openFromCachedShell(page);
    const main = page.getByRole('main');
    const pages = [
      ['/', main.getByRole('link', { name: 'Metropolis 1927' })],
      ['/movies', main.getByRole('link', { name: 'Metropolis 1927' })],
      ['/movie/Metropolis', main.getByRole('heading', { name: 'Metropolis 1927' })],
    ] as const;
    for (const [path, content] of pages) {
      await page.route('**/api/**', (route) => route.abort('connectionrefused'));
      await page.goto(path);
      const alert = page.getByRole('alert').filter({ hasText: messages.unreachable });
      await alert.getByRole('button', { name: 'Retry' }).click();
      await alert.waitFor();
      await page.unroute('**/api/**');
      await alert.getByRole('button', { name: 'Retry' }).click();
      await content.waitFor();
      expect(await alert.allTextContents()).toEqual([]);
    }
    expect(new Set(takeProblems())).toEqual(
      new Set(['net::ERR_CONNECTION_REFUSED GET movie', 'net::ERR_CONNECTION_REFUSED GET movie/Metropolis']),
    );
  });

  for (const [_fault, _answer] of [
    ['500 and a page of HTML', { status: 500, contentType: 'text/html', body: '<h1>Oops</h1>' }],
    ['garbage', { status: 200, contentType: 'application/json', body: '[{"title":' }],
  ] as const) {
  }

  test('a purchase whose answer is garbage is asked again until it is known, and paid once', async ({
    product,
    visit,
  }) => {
    const buyer = await signUpMember(product.url, { balance: 200_000 });
    const { page, calls } = await visit(buyer);
    await page.route(
      '**/api/user/tickets',
      async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: '<html>' });
      },
      { times: 2 },
    );
    await page.route('**/api/user/tickets', (route) => {
      return route.request().method() === 'GET' ? route.continue() : route.fallback();
    });
    await openBuyDialog(page, 'Metropolis', [1, 2]);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Buy', exact: true }).click();
    await dialog.getByRole('alert').getByText(messages.unreadableAnswer).waitFor();
    await dialog.getByText(messages.unsettled).waitFor();
    await toast(page, messages.purchaseSuccess).waitFor();

    expect(calls.filter((call) => call === 'POST user/tickets')).toHaveLength(3);
    expect(await balanceOf(product.url, buyer)).toBe(110_000);
    expect(await ticketsOf(product.url, buyer)).toHaveLength(1);
  });
});

describe.concurrent('section 8: a part of the product that cannot be loaded', () => {
  test('the code of a page is out of reach: a sentence and a way on, never a blank page', async ({ visit }) => {
    const { page, takeProblems } = await visit();
    await page.goto('/');
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await page.route('**/assets/MoviesPage*', (route) => route.abort('connectionrefused'));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Movies' }).click();
    await page.getByRole('alert').getByText(messages.unreachable).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    await page.goBack();
    await page.unroute('**/assets/MoviesPage*');
    await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('searchbox', { name: 'Search movies' }).waitFor();
    expect(kindsOf(takeProblems())).toEqual(CODE_OUT_OF_REACH);
  });

  test('the code of the user menu is out of reach: the page stands, and the display name says so when it is clicked', async ({
    expect,
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url);
    const { page, takeProblems } = await visit({ token: member.token, viewport: { width: 360, height: 740 } });
    await page.route('**/assets/UserMenu*', (route) => route.abort('connectionrefused'));
    await page.goto('/');
    await userMenu(page, member).waitFor();
    await overlay(page).waitFor({ state: 'detached' });
    const alert = page.getByRole('alert').getByText(messages.unreachable);
    await userMenu(page, member).click();
    await alert.waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole('button', { name: member.displayName, expanded: true }).click();
    await alert.waitFor({ state: 'detached' });
    await page.unroute('**/assets/UserMenu*');
    await userMenu(page, member).click();
    await retry(page);
    await userMenu(page, member).click();
    await page.getByRole('menuitem', { name: 'LOG OUT' }).waitFor();
    expect(kindsOf(takeProblems())).toEqual(CODE_OUT_OF_REACH);
  });

  test.for(['main', 'react'])(
    'the first page lacks its %s script: a sentence, and a Retry that works',
    async (script, { expect, visit }) => {
      const { page, takeProblems } = await visit();
      await page.route(`**/assets/${script}-*.js`, (route) => route.abort('connectionrefused'));
      await page.goto('/');
      const alert = page.getByRole('alert');
      const message = 'Nobar Now could not be loaded. Check your connection and try again.';
      await alert.filter({ hasText: message }).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.unroute(`**/assets/${script}-*.js`);
      await page.getByRole('button', { name: 'Retry' }).click();
      await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
      expect(await alert.allTextContents()).toEqual([]);
      expect(takeProblems()).not.toEqual([]);
    },
  );

  test('the first page lacks the code of its page: a sentence, and a Retry that works', async ({ visit }) => {
    const { page, takeProblems } = await visit();
    await page.route('**/assets/HomePage-*.js', (route) => route.abort('connectionrefused'));
    await page.goto('/');
    await page.getByRole('alert').getByText(messages.unreachable).waitFor();
    await page.unroute('**/assets/HomePage-*.js');
    await retry(page);
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    expect(kindsOf(takeProblems())).toEqual(CODE_OUT_OF_REACH);
  });

  test('the code of its page comes at the second try: somebody who was here before finds the page, and nothing is complained of', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url);
    const { page, takeProblems } = await visit(member);
    // The document asks for it first, then the product does.
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
