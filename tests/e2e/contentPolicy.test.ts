import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './inChromium.ts';

declare global {
  interface Window {
    refusedByPolicy?: string[];
  }
}

async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    window.refusedByPolicy = refused;
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective));
  });
  return () => page.evaluate(() => window.refusedByPolicy ?? []);
}

const bodyStyle = (page: Page) =>
  page.evaluate(() => {
    const { overflow, overscrollBehavior } = getComputedStyle(document.body);
    return { overflow, overscrollBehavior };
  });

describe('reliability 58: the content policy', () => {
  test('allows a dialog to stop the page from scrolling, and the page to scroll again afterwards', async ({
    visit,
  }) => {
    const { page } = await visit();
    const refused = await watchPolicy(page);
    await page.goto('/movies');
    await page.getByRole('link', { name: 'Metropolis 1927' }).waitFor();
    const before = await bodyStyle(page);
    await page.getByRole('banner').getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await bodyStyle(page)).toEqual({ overflow: 'hidden', overscrollBehavior: 'contain' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => bodyStyle(page)).toEqual(before);
    expect(before.overflow).not.toBe('hidden');
    expect(await refused()).toEqual([]);
  });

  test('blocks injected styles, scripts and forms', async ({ visit }) => {
    const { page, takeProblems } = await visit();
    const refused = await watchPolicy(page);
    await page.goto('/about');
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
    await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'body { background: url(/favicon.svg) }';
      const script = document.createElement('script');
      script.textContent = 'window.refusedByPolicy = undefined';
      const form = document.createElement('form');
      form.action = 'https://elsewhere.example/';
      document.body.append(style, script, form);
      form.submit();
    });
    await expect.poll(refused).toEqual(['style-src-elem', 'script-src-elem', 'form-action']);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundImage)).toBe('none');
    for (const problem of takeProblems()) expect(problem).toMatch(/Content Security Policy/);
  });

  test('allows the scripts and styles of the API documentation', async ({ visit }) => {
    const { page } = await visit();
    const refused = await watchPolicy(page);
    await page.goto('/api/docs');
    await page.getByRole('button', { name: 'POST /api/user/tickets' }).first().waitFor();
    expect(await refused()).toEqual([]);
  });
});
