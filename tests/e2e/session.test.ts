import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { messages } from '#domain/messages.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { userMenu } from './userMenu.ts';

const personalPages = [
  { path: '/my-tickets', heading: 'My Tickets', content: messages.noTickets },
  { path: '/topup', heading: 'Top Up', content: '100k' },
  { path: '/withdraw', heading: 'Withdraw', content: '100k' },
] as const;

async function watchForSignIn(page: Page): Promise<() => Promise<string[]>> {
  const seen: string[] = [];
  await page.exposeFunction('reportGuard', (text: string) => seen.push(text));
  await page.addInitScript((message) => {
    new MutationObserver(() => {
      const text = document.body?.innerText ?? '';
      const dialog = document.querySelector('[role=dialog]');
      if (dialog !== null) Reflect.apply(Reflect.get(window, 'reportGuard'), window, ['dialog']);
      if (text.includes(message)) Reflect.apply(Reflect.get(window, 'reportGuard'), window, [message]);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, messages.signInToSee);
  return async () => {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    return seen;
  };
}

describe.concurrent('section 4, App load', () => {
  test('reloading a personal page while signed in never flashes the sign-in dialog or the guard', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url);
    const { page } = await visit(member);
    const guardsSeen = await watchForSignIn(page);
    for (const { path, content } of personalPages) {
      await page.goto(path);
      await page.getByText(content).waitFor();
      await page.reload();
      await page.getByText(content).waitFor();
    }
    expect(await guardsSeen()).toEqual([]);
  });

  test('the watch for the sign-in dialog sees it when it is there', async ({ visit }) => {
    const { page } = await visit();
    const guardsSeen = await watchForSignIn(page);
    await page.goto('/topup');
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor();
    expect(new Set(await guardsSeen())).toEqual(new Set(['dialog', messages.signInToSee]));
  });

  test('LOG OUT ends the session here and in the other tab, and the guard comes back', async ({ product, visit }) => {
    const member = await signUpMember(product.url);
    const { page } = await visit(member);
    const other = await page.context().newPage();
    await page.goto('/topup');
    await other.goto('/');
    await userMenu(other, member).click();
    await other.getByRole('menuitem', { name: 'LOG OUT' }).click();
    await other.getByRole('button', { name: 'Sign In' }).waitFor();
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor();
    await page.getByText(messages.signInToSee).waitFor();
  });
});

describe.concurrent('section 4, Theme', () => {
  test('dark at first; light once chosen, also after a reload, from the first frame on', async ({ visit }) => {
    const { page } = await visit();
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.goto('/');
    expect(await background()).toBe('rgb(0, 0, 0)');
    await page.getByRole('button', { name: 'Menu' }).click();
    const toggle = page.getByRole('switch', { name: 'Dark theme' });
    await toggle.click();
    expect(await toggle.getAttribute('aria-checked')).toBe('false');
    expect(await background()).toBe('rgb(242, 241, 238)');

    const themes: string[] = [];
    await page.exposeFunction('reportTheme', (theme: string) => themes.push(theme));
    await page.addInitScript(() => {
      const report = () => {
        const theme = document.documentElement?.dataset['theme'];
        if (document.body !== null) Reflect.apply(Reflect.get(window, 'reportTheme'), window, [theme ?? 'none']);
        requestAnimationFrame(report);
      };
      requestAnimationFrame(report);
    });
    await page.reload();
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    expect(await background()).toBe('rgb(242, 241, 238)');
    expect(new Set(themes)).toEqual(new Set(['light']));
  });
});
