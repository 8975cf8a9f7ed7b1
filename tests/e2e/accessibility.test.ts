import { describe, expect } from 'vitest';
import { buySeats } from './callApi.ts';
import { placesOf, placesOfStrangers, settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { violations } from './violations.ts';

describe.concurrent('section 2, Theme: both themes without a violation that axe can find', () => {
  for (const theme of ['dark', 'light']) {
    test(`${theme}, signed in`, async ({ product, visit }) => {
      const member = await signUpMember(product.url, { balance: 135_000 });
      await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [theme === 'dark' ? 1 : 9]);
      const { page } = await visit({ token: member.token, reducedMotion: 'reduce' });
      await page.addInitScript((chosen) => localStorage.setItem('nobar-now.theme', chosen), theme);
      const found: string[] = [];
      for (const { name, open } of placesOf(member)) {
        await open(page);
        await settle(page);
        found.push(...(await violations(page)).map((violation) => `${name}: ${violation}`));
      }
      expect(found).toEqual([]);
    });

    test(`${theme}, signed out`, async ({ visit }) => {
      const { page, takeProblems } = await visit();
      await page.addInitScript((chosen) => localStorage.setItem('nobar-now.theme', chosen), theme);
      const found: string[] = [];
      for (const { name, open } of placesOfStrangers) {
        await open(page);
        await settle(page);
        found.push(...(await violations(page)).map((violation) => `${name}: ${violation}`));
      }
      expect(found).toEqual([]);
      expect(takeProblems()).toEqual(['404 GET movie/Sharknado']);
    });
  }
});
