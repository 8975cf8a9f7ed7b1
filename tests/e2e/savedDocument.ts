import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { localPath, type Language } from '#domain/languages.ts';

/** Opens Home and waits until the service worker has cached the build and saved the page's document. */
export async function cacheBuild(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
}

/** Opens Home in a language and waits until its service worker has cached the build and saved the page's document. */
export async function cacheLanguage(page: Page, language: Language): Promise<void> {
  await page.goto(localPath(language, '/'));
  await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
  const isActive = (scope: string) =>
    page.evaluate(async (scope) => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      return registrations.some((each) => new URL(each.scope).pathname === scope && each.active?.state === 'activated');
    }, scope);
  await expect.poll(() => isActive(localPath(language, '/'))).toBe(true);
}

/** The paths of the saved documents, oldest first. */
export function savedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const documents = await caches.open('documents');
    return (await documents.keys()).map(({ url }) => url.replace(location.origin, ''));
  });
}

/** The HTML of a saved document; empty if it is not saved. */
export function savedHtml(page: Page, path: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const documents = await caches.open('documents');
    return (await (await documents.match(wanted, { ignoreVary: true }))?.text()) ?? '';
  }, path);
}

/** A change to a saved document. */
export interface SavedChange {
  readonly find?: string;
  /** Replaces the text, or the rest of the document from it on. */
  readonly replace?: string;
  readonly cutAt?: string;
  readonly expires?: string;
}

/** Changes a saved document as storage could: replaces or cuts off a text, or sets its `Expires` header. */
export async function changeSaved(page: Page, path: string, change: SavedChange): Promise<void> {
  await page.evaluate(
    async ({ wanted, find = '', replace = '', cutAt, expires }) => {
      const documents = await caches.open('documents');
      const saved = await documents.match(wanted, { ignoreVary: true });
      if (saved === undefined) throw new Error(`${wanted} is not saved`);
      const html = (await saved.text()).replace(find, () => replace);
      const headers = new Headers(saved.headers);
      if (expires !== undefined) headers.set('expires', expires);
      await documents.put(wanted, new Response(cutAt === undefined ? html : html.split(cutAt)[0], { headers }));
    },
    { wanted: path, ...change },
  );
}

/** Marks the body of a saved document. */
export const MARK: SavedChange = { find: '<body>', replace: '<body data-mark="">' };

/** Whether the page came from a marked document. */
export const isMarked = (page: Page) => page.locator('body').evaluate((body) => 'mark' in body.dataset);

/** Waits until a page runs, not only its document. */
export async function waitUntilRunning(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).waitFor();
}

/** Opens a page once with the service worker, so that its document is saved, and marks the saved document. */
export async function saveMarked(page: Page, path: string, mark = MARK): Promise<void> {
  await page.goto(path);
  await expect.poll(() => savedHtml(page, path)).not.toBe('');
  await changeSaved(page, path, mark);
}
