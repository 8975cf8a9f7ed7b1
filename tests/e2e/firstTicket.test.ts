import * as v from 'valibot';
import { describe, expect } from 'vitest';
import { sessionUserSchema } from '#contract/user.ts';
import { seatName } from '#domain/seatNames.ts';
import { messages } from '#domain/messages.ts';
import { balanceOf, callApi, soldSeats, ticketsOf } from './callApi.ts';
import { testInMotion as test } from './inChromium.ts';
import { stranger } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { userMenu } from './userMenu.ts';

describe('section 1: what the product does', () => {
  test('a visitor signs up, tops up, finds a film, chooses seats, pays and owns a ticket that nobody else can be sold', async ({
    product,
    visit,
  }) => {
    const person = stranger();
    const evening = tomorrowEvening();
    const { page, calls } = await visit();
    const dialog = page.getByRole('dialog');
    await page.goto('/');

    await page.getByRole('button', { name: 'Sign In' }).click();
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await dialog.getByLabel('User name').fill(person.username);
    await dialog.getByLabel('Display name').fill(person.displayName);
    await dialog.getByLabel('Age').fill(String(person.age));
    await dialog.getByLabel('Password', { exact: true }).fill(person.password);
    await dialog.getByLabel('Confirm password').fill(person.password);
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await toast(page, messages.signUpSuccess).waitFor();
    await dialog.waitFor({ state: 'detached' });

    await userMenu(page, person).click();
    await page.getByRole('menuitem', { name: 'Top Up' }).click();
    await page.getByRole('radio', { name: '100k' }).check();
    await page.getByRole('button', { name: 'Top Up' }).click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await toast(page, messages.topUpSuccess).waitFor();
    await page.waitForURL('/');

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Movies' }).click();
    await page.getByRole('searchbox', { name: 'Search movies' }).fill('metro');
    await page.getByRole('link', { name: 'Metropolis 1927' }).click();
    await page.getByRole('button', { name: evening.showtimeDate }).click();
    await page.getByRole('button', { name: evening.showtimeTime }).click();
    await page.getByRole('button', { name: seatName(21) }).click();
    await page.getByRole('button', { name: seatName(22) }).click();
    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await dialog.getByText('Change Rp.10.000').waitFor();
    // How long the message stands before the way home is held by the machine's clock; here, that it stands before.
    const shownOn = page.evaluate(async (toast) => {
      return new Promise<string>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.body.innerText.includes(toast)) return;
          observer.disconnect();
          resolve(location.pathname);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      });
    }, messages.purchaseSuccess);
    await dialog.getByRole('button', { name: 'Buy', exact: true }).click();
    expect(await shownOn).toBe('/movie/Metropolis');
    await page.waitForURL('/');

    expect(new URL(page.url()).pathname).toBe('/');
    expect(calls.filter((call) => call === 'POST user/tickets')).toHaveLength(1);

    const { token } = v.parse(sessionUserSchema, await callApi(product.url, 'POST', 'user/signin', { body: person }));
    expect(await balanceOf(product.url, { token })).toBe(10_000);
    expect(await ticketsOf(product.url, { token })).toEqual([
      expect.objectContaining({ ...evening, movieTitle: 'Metropolis', seatNumbers: [21, 22] }),
    ]);
    expect(await soldSeats(product.url, 'Metropolis', evening)).toEqual([21, 22]);

    const second = await visit();
    await second.page.goto(`/movie/Metropolis?date=${evening.showtimeDate}&time=${evening.showtimeTime}`);
    for (const seatNumber of [21, 22]) {
      const seat = second.page.getByRole('button', { name: seatName(seatNumber), description: 'Booked' });
      await seat.click({ force: true });
      expect(await seat.getAttribute('aria-disabled')).toBe('true');
      expect(await seat.getAttribute('aria-pressed')).toBe('false');
    }
    await second.page.getByRole('button', { name: seatName(23) }).click();
    await second.page.getByText('Seat 23', { exact: true }).waitFor();
  });
});
