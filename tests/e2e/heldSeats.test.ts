import { describe, expect } from 'vitest';
import { balanceOf, callApi } from './callApi.ts';
import { test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { violationsInBothThemes } from './violations.ts';
import { seatName } from '#messages/seats.ts';

const TITLE = 'Safety Last!';

describe('held seats', () => {
  test('two users in two browsers: nobody loses the seats while topping up to pay for them', async ({
    product,
    visitAsMember,
  }) => {
    const { member, page } = await visitAsMember({ balance: 0 });
    const { page: theirs } = await visitAsMember({ balance: 100_000 });
    await theirs.goto(addressOf(TITLE, tomorrowEvening()));
    await openBuyDialog(page, TITLE, [28, 29]);
    const dialog = page.getByRole('dialog', { name: 'Buy Tickets' });
    await dialog.getByRole('timer').waitFor();

    const held = theirs.getByRole('button', { name: `${seatName(28)}, held` });
    await held.waitFor();
    expect(await violationsInBothThemes(theirs)).toEqual([]);
    await held.click({ force: true });
    await theirs.getByText('No seats chosen').waitFor();

    await dialog.getByRole('button', { name: 'Top Up' }).click();
    await page.getByRole('link', { name: 'Back to your seats' }).click();
    await page.getByRole('timer').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await callApi(product.url, 'POST', 'user/balance', { token: member.token, body: { amount: 200_000 } });
    await page.reload();
    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await dialog.getByRole('button', { name: 'Buy', exact: true }).click();
    await toast(page, 'Successful purchase of tickets').waitFor();
    await theirs.getByRole('button', { name: seatName(28), description: 'Booked' }).waitFor();
    expect(await balanceOf(product.url, member)).toBe(130_000);
  });
});
