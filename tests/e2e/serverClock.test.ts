import { describe, expect } from 'vitest';
import { offeredDates } from '#domain/calendar.ts';
import { test } from './inChromium.ts';

const HOUR = 3_600_000;

describe('section 2, Screens: dates and times follow the server’s clock, not the device’s', () => {
  test('a film opened by a link offers the server’s days to a device whose clock is 26 hours ahead', async ({
    visit,
  }) => {
    const { page } = await visit();
    await page.clock.setFixedTime(Date.now() + 26 * HOUR);
    await page.goto('/movies');
    await page.getByRole('link', { name: 'Metropolis 1927' }).click();
    const days = page.getByRole('group', { name: 'Date' }).getByRole('button');
    await expect.poll(() => days.allTextContents()).toEqual(offeredDates(Date.now(), 'Asia/Jakarta'));
  });
});
