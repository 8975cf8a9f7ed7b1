import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { rounds } from '../rounds.ts';
import { buySeats, holdSeats } from './callApi.ts';
import { test } from './inChromium.ts';
import { signUpMember } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { seatName } from '#messages/seats.ts';

/**
 * The colours, border and outline of an element as the user sees them. Under forced colours, a transparent background stays transparent, so
 * the colour behind it counts: its computed value differs from that of an opaque one, even if both look the same.
 */
function look(element: Locator): Promise<string> {
  return element.evaluate((target) => {
    const ancestors = [target];
    for (let each = target.parentElement; each !== null; each = each.parentElement) ancestors.push(each);
    const backgrounds = ancestors.map((each) => getComputedStyle(each).backgroundColor);
    const { color, borderTopStyle, borderBottomWidth, outlineStyle } = getComputedStyle(target);
    const background = backgrounds.find((each) => !/^rgba\(.*, 0\)$/.test(each));
    return [color, background, borderTopStyle, borderBottomWidth, outlineStyle].join(' ');
  });
}

describe.each(rounds<readonly ('dark' | 'light')[]>(['dark'], ['dark', 'light']))(
  'forced colours, %s',
  (colorScheme) => {
    test('the states of seats, dates, chips, the current page and the theme switch look different', async ({
      product,
      visit,
    }) => {
      const member = await signUpMember(product.url, { balance: 135_000 });
      const showtime = tomorrowEvening();
      await buySeats(product.url, member, 'The Kid', showtime, [colorScheme === 'dark' ? 1 : 2]);
      const { page } = await visit({ token: member.token, forcedColors: 'active', colorScheme });
      const seat = (seatNumber: number) => page.getByRole('button', { name: seatName(seatNumber) });
      await page.goto(addressOf('The Kid', showtime));
      await seat(11).click();
      await seat(11).press('ArrowRight');
      const looks = [
        await look(seat(colorScheme === 'dark' ? 1 : 2)),
        await look(seat(11)),
        await look(seat(12)),
        await look(seat(20)),
      ];
      for (const each of [12, 13, 14, 15, 16]) await seat(each).click();
      looks.push(await look(seat(20)));
      expect(new Set(looks).size).toBe(5);
      await seat(15).press('ArrowRight');
      expect(await look(seat(16))).not.toBe(await look(seat(14)));
      const [outline, text] = await seat(16).evaluate((element) => [
        getComputedStyle(element).outlineColor,
        getComputedStyle(document.body).color,
      ]);
      expect(outline).toBe(text);

      const dates = page.getByRole('group', { name: 'Date' });
      expect(await look(dates.getByRole('button', { pressed: true }))).not.toBe(
        await look(dates.getByRole('button', { pressed: false }).first()),
      );
      const main = page.getByRole('navigation', { name: 'Main' });
      expect(await look(main.getByRole('link', { name: 'Movies' }))).not.toBe(
        await look(main.getByRole('link', { name: 'Home' })),
      );

      await page.goto(addressOf('Nosferatu', showtime));
      const [shared, held] = colorScheme === 'dark' ? [10, 12] : [20, 22];
      await holdSeats(product.url, await signUpMember(product.url), 'Nosferatu', showtime, [held]);
      for (const each of [shared, shared + 1]) await seat(each).click();
      await page.getByRole('button', { name: 'Share these seats' }).click();
      const kept = page.getByRole('button', { name: `${seatName(shared)}, kept for you and your friends` });
      await kept.waitFor();
      const others = page.getByRole('button', { name: `${seatName(held)}, held` });
      expect(new Set([await look(kept), await look(others), await look(seat(60))]).size).toBe(3);

      await page.goto('/topup');
      await page.getByRole('radio', { name: '100k', exact: true }).check();
      const chip = (name: string) => page.getByRole('radio', { name, exact: true }).locator('..');
      expect(await look(chip('100k'))).not.toBe(await look(chip('50k')));

      await page.getByRole('button', { name: 'Menu' }).click();
      const thumb = page.getByRole('switch', { name: 'Dark theme' }).locator('span span');
      const left = () => thumb.evaluate((element) => element.getBoundingClientRect().left);
      const before = await left();
      await page.getByRole('switch', { name: 'Dark theme' }).click();
      await expect.poll(left).not.toBe(before);
    });
  },
);
