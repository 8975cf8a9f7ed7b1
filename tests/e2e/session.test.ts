import { describe, expect } from 'vitest';
import { test } from './inChromium.ts';

describe.concurrent('section 2: the sign-up form', () => {
  test('a click in the focused Age field selects its initial 0, which the typed age replaces, and no other age', async ({
    visit,
  }) => {
    const { page } = await visit();
    await page.goto('/');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click();
    const age = page.getByLabel('Age', { exact: true });
    await age.focus();
    await age.click();
    await page.keyboard.type('30');
    expect(await age.inputValue()).toBe('30');
    await age.click();
    await page.keyboard.type('5');
    expect(await age.inputValue(), 'another age is not selected').toBe('305');
  });
});

describe.concurrent('section 4, Theme', () => {
  test('is dark by default; after a switch to light, a reload is light from the first frame', async ({ visit }) => {
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
