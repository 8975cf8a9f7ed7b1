import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { buySeats } from './callApi.ts';
import {
  placesOf,
  placesOfNewcomers,
  placesOfStrangers,
  placesOfTheCutOff,
  placesOfTheUnanswered,
  settle,
  type Place,
} from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { violations } from './violations.ts';

const CUT_OFF = ['movie', 'movie/Metropolis', 'booked-seats/Metropolis', 'booked-seats/Metropolis/live'];

async function violationsIn(page: Page, theme: string, places: readonly Place[]): Promise<string[]> {
  await page.addInitScript((chosen) => localStorage.setItem('nobar-now.theme', chosen), theme);
  const found: string[] = [];
  for (const { name, open, covered = false } of places) {
    await open(page);
    if (!covered) await settle(page);
    const stirring = await page.evaluate(() => document.getAnimations().length);
    if (stirring > 0) found.push(`${name}: ${stirring} animations under reduced motion`);
    found.push(...(await violations(page)).map((violation) => `${name}: ${violation}`));
  }
  return found;
}

describe.concurrent.each(['dark', 'light'])(
  'section 2, Theme: %s, without motion and without a violation that axe can find',
  (theme) => {
    test('signed in', async ({ product, visit }) => {
      const member = await signUpMember(product.url, { balance: 135_000 });
      await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [theme === 'dark' ? 1 : 9]);
      const { page, takeProblems } = await visit({ token: member.token, reducedMotion: 'reduce' });
      expect(await violationsIn(page, theme, placesOf(member))).toEqual([]);
      expect(takeProblems()).toEqual(['403 PUT user/balance']);
    });

    test('signed in for the first time', async ({ product, visit }) => {
      const { token } = await signUpMember(product.url, { age: 8 });
      const { page } = await visit({ token, reducedMotion: 'reduce' });
      expect(await violationsIn(page, theme, placesOfNewcomers)).toEqual([]);
    });

    test('signed out', async ({ visit }) => {
      const { page, takeProblems } = await visit({ reducedMotion: 'reduce' });
      expect(await violationsIn(page, theme, placesOfStrangers)).toEqual([]);
      expect(takeProblems()).toEqual(['404 GET movie/Sharknado']);
    });

    test('unanswered', async ({ product, visit }) => {
      const { token } = await signUpMember(product.url);
      const { page, takeProblems } = await visit({ token, reducedMotion: 'reduce' });
      expect(await violationsIn(page, theme, placesOfTheUnanswered)).toEqual([]);
      for (const problem of takeProblems()) {
        expect(problem).toMatch(/^net::ERR_FAILED (?:POST user\/balance|GET user\/info)$/);
      }
    });

    test('cut off', async ({ visit }) => {
      const { page, takeProblems } = await visit({ reducedMotion: 'reduce' });
      expect(await violationsIn(page, theme, placesOfTheCutOff)).toEqual([]);
      expect(CUT_OFF.map((path) => `net::ERR_FAILED GET ${path}`)).toEqual(
        expect.arrayContaining([...new Set(takeProblems())]),
      );
    });
  },
);
