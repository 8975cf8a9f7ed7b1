import type { Locator, Page } from 'playwright-core';
import * as v from 'valibot';
import { describe, expect } from 'vitest';
import { bookedSeatsListSchema } from '#contract/bookedSeats.ts';
import type { Language } from '#domain/languages.ts';
import { textsOf } from '../fixtures/texts.ts';
import { callApi } from './callApi.ts';
import { holdRoute } from './holdRoute.ts';
import { test } from './inChromium.ts';
import { languageOf } from './languageOf.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { userMenu } from './userMenu.ts';

const { en, id } = textsOf;
const PHONE = { width: 390, height: 700 };

const MOVIES_IN = { en: `${en.pages.movies} · Nobar Now`, id: `${id.pages.movies} · Nobar Now` };
/** The path of tomorrow's last showtime of a film. Each test has its own film, because others see held seats. */
const hallOf = (title: string) => addressOf(title, tomorrowEvening());

const languageLink = (page: Page) => page.locator('footer a[hreflang]');
const seat = (page: Page, seatNumber: number) => page.locator(`[data-seat="${seatNumber}"]`);
const isSelected = (page: Page, seatNumber: number) => seat(page, seatNumber).getAttribute('aria-pressed');
const pathOf = (page: Page) => page.url().replace(new URL(page.url()).origin, '');

/** The distance of a part of the page from the top of the screen, in whole pixels. */
async function topOf(part: Locator): Promise<number> {
  return Math.round((await part.boundingBox())?.y ?? 0);
}

/** Opens the page in another language by the link in the footer. Uses the keyboard, because a click would scroll first. */
async function changeLanguage(page: Page, language: Language): Promise<void> {
  const link = languageLink(page);
  await expect.poll(() => link.getAttribute('href')).not.toBeNull();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.locator(`html[lang=${language}]`).waitFor();
  await page.waitForFunction(() => !('heldButtons' in window));
}

/** The holds of tomorrow's last showtime of a film, with their ends. */
async function holdsOf(url: string, title: string) {
  const query = new URLSearchParams({ ...tomorrowEvening() });
  const [hall] = v.parse(
    bookedSeatsListSchema,
    await callApi(url, 'GET', `booked-seats/${encodeURIComponent(title)}?${query.toString()}`),
  );
  return hall?.holds;
}

/** The seconds that a countdown on the page shows. */
async function secondsLeft(page: Page): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec(await page.getByRole('timer').innerText()) ?? [];
  return Number(minutes) * 60 + Number(seconds);
}

describe('section 2, Shell and navigation: a change of language', () => {
  test('keeps the page, its seats, the session and the scroll position, and adds no history entry', async ({
    visitAsMember,
  }) => {
    const hall = hallOf('Metropolis');
    const { page, member } = await visitAsMember({ balance: 200_000, viewport: PHONE });
    await page.goto('/movies');
    await page.goto(hall);
    await seat(page, 36).click();
    await expect.poll(() => isSelected(page, 36)).toBe('true');
    await languageLink(page).focus();
    const top = await topOf(seat(page, 36));
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
    const entries = await page.evaluate(() => history.length);
    await changeLanguage(page, 'id');
    expect(pathOf(page)).toBe(`/id${hall}`);
    await expect.poll(() => isSelected(page, 36)).toBe('true');
    await userMenu(page, member).waitFor();
    // Texts above the seats can be longer in one language; the browser keeps what is on the screen.
    await expect.poll(() => topOf(seat(page, 36))).toBe(top);
    expect(await page.evaluate(() => history.length)).toBe(entries);

    await changeLanguage(page, 'en');
    expect(pathOf(page)).toBe(hall);
    await expect.poll(() => isSelected(page, 36)).toBe('true');
    await page.goBack();
    expect(pathOf(page)).toBe('/movies');
  });

  test('keeps the hold, its end and the way back while the user tops up', async ({ product, visitAsMember }) => {
    const hall = hallOf('The General');
    const { page } = await visitAsMember({ balance: 100_000 });
    await openBuyDialog(page, 'The General', [62, 63, 64]);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('timer').waitFor();
    const holds = await holdsOf(product.url, 'The General');
    expect(holds).toMatchObject([{ seatNumbers: [62, 63, 64] }]);
    const before = await secondsLeft(page);
    await dialog.getByRole('button', { name: en.pages.topUp }).click();
    await page.getByRole('link', { name: en.wallet.backToYourSeats }).waitFor();

    await changeLanguage(page, 'id');
    await page.getByRole('link', { name: id.wallet.backToYourSeats }).click();
    await page.getByText(id.seats.seatList([62, 63, 64]), { exact: true }).waitFor();
    await page.getByRole('timer').waitFor();
    expect(pathOf(page)).toBe(`/id${hall}`);

    await changeLanguage(page, 'en');
    await page.getByText(en.seats.seatList([62, 63, 64]), { exact: true }).waitFor();
    await page.getByRole('timer').waitFor();
    expect(await secondsLeft(page)).toBeLessThanOrEqual(before);
    await page.getByRole('button', { name: en.shared.buyTickets }).click();
    await dialog.getByRole('timer').waitFor();
    expect(await holdsOf(product.url, 'The General')).toEqual(holds);
  });

  test.for([
    ['before its scripts have run', /\/assets\/.*\.js$/],
    ['before the code that can wait has loaded', /\/assets\/prefetch-.*\.js$/],
  ] as const)(
    'Back from a page in another language %s opens the page in the first language',
    async ([, scripts], { visit }) => {
      const { page } = await visit({ viewport: PHONE, serviceWorkers: 'block' });
      await page.goto('/');
      await page.locator('footer').getByRole('link', { name: en.pages.movies }).click();
      await expect.poll(() => languageLink(page).getAttribute('href')).toBe('/id/movies');
      await page.waitForFunction(() => !('heldButtons' in window));
      const release = await holdRoute(page, scripts);
      await languageLink(page).click();
      await page.locator('html[lang=id]').waitFor();
      await page.evaluate(() => history.back());
      await page.locator('html[lang=en]').waitFor();
      release();
      await page.getByRole('heading', { level: 1, name: new RegExp(en.home.welcomeTo) }).waitFor();
      expect(pathOf(page)).toBe('/');
    },
  );

  test('Back and Forward open each page in the language in which the visitor saw it', async ({ visit }) => {
    const { page } = await visit({ viewport: PHONE });
    const link = page.getByRole('link', { name: 'Metropolis 1927' });
    const film = page.getByRole('heading', { level: 1, name: /Metropolis/ });
    await page.goto('/movies');
    await link.click();
    await film.waitFor();
    await changeLanguage(page, 'id');
    await page.goBack();
    await link.waitFor();
    expect([pathOf(page), await languageOf(page), await page.title()]).toEqual(['/movies', 'en', MOVIES_IN.en]);
    await page.goForward();
    await film.waitFor();
    expect([pathOf(page), await languageOf(page)]).toEqual(['/id/movie/Metropolis', 'id']);
    await page.getByText(id.movie.selectShowtime).waitFor();
  });
});
