import type { Page } from 'playwright-core';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { seatName } from '#messages/seats.ts';

/** Opens a film's page at tomorrow's last showtime, selects seats and opens the buy dialog. */
export async function openBuyDialog(page: Page, title: string, seatNumbers: readonly number[]): Promise<void> {
  await page.goto(addressOf(title, tomorrowEvening()));
  for (const seatNumber of seatNumbers) await page.getByRole('button', { name: seatName(seatNumber) }).click();
  await page.getByRole('button', { name: 'Buy Tickets' }).click();
}
