import { describe, expect } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { soldSeats, ticketsOf } from './callApi.ts';
import { test } from './inChromium.ts';
import { stranger } from './people.ts';
import { addressOf, tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { violationsInBothThemes } from './violations.ts';
import { seatName } from '#messages/seats.ts';

const TITLE = 'Safety Last!';
const KEPT = ', kept for you and your friends';

describe('seats that are shared with friends', () => {
  test('three users in three browsers: one shares three seats, and each pays for their own', async ({
    product,
    visit,
    visitAsMember,
  }) => {
    const evening = tomorrowEvening();
    const { member: ana, page } = await visitAsMember({ balance: 100_000 });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(addressOf(TITLE, evening));
    for (const seat of [27, 28, 29]) await page.getByRole('button', { name: seatName(seat) }).click();
    await page.getByRole('button', { name: 'Share these seats' }).click();
    await toast(page, 'Link copied').waitFor();
    await page.getByText('0 of 3 paid').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(await violationsInBothThemes(page)).toEqual([]);

    // Budi has an account, but no money yet.
    const { member: budi, page: budis } = await visitAsMember();
    await budis.goto(link);
    await budis.getByRole('button', { name: seatName(28) + KEPT }).click();
    await budis.getByRole('button', { name: 'Buy Tickets' }).click();
    await budis.getByRole('dialog').getByRole('button', { name: 'Top Up' }).click();
    await budis.getByRole('button', { name: 'Top Up' }).click();
    await budis.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await budis.getByRole('button', { name: seatName(28), pressed: true }).waitFor();
    expect(await violationsInBothThemes(budis)).toEqual([]);
    await budis.getByRole('button', { name: 'Buy Tickets' }).click();
    await budis.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click();
    await toast(budis, messages.purchaseSuccess).waitFor();
    await page.getByText('1 of 3 paid').waitFor();
    await page.getByRole('button', { name: `${seatName(28)}, your friends` }).waitFor();

    // Citra has no account.
    const { page: citras } = await visit();
    const citra = stranger();
    await citras.goto(link);
    await citras.getByRole('button', { name: seatName(29) + KEPT }).click();
    await citras.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    const dialog = citras.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await dialog.getByLabel('User name').fill(citra.username);
    await dialog.getByLabel('Display name').fill(citra.displayName);
    await dialog.getByLabel('Age').fill(String(citra.age));
    await dialog.getByLabel('Password', { exact: true }).fill(citra.password);
    await dialog.getByLabel('Confirm password').fill(citra.password);
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await citras.getByRole('button', { name: 'Buy Tickets' }).click();
    await dialog.getByRole('button', { name: 'Top Up' }).click();
    await citras.getByRole('button', { name: 'Top Up' }).click();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await citras.getByRole('button', { name: 'Buy Tickets' }).click();
    await dialog.getByRole('button', { name: 'Buy', exact: true }).click();
    await toast(citras, messages.purchaseSuccess).waitFor();

    await page.getByText('2 of 3 paid').waitFor();
    await page.getByRole('button', { name: seatName(27) + KEPT }).click();
    await page.getByRole('button', { name: 'Buy Tickets' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click();
    await page.getByRole('link', { name: 'Open ticket' }).click();
    await page.getByText('3 of 3 paid').waitFor();
    expect(await violationsInBothThemes(page)).toEqual([]);
    expect(await soldSeats(product.url, TITLE, evening)).toEqual([27, 28, 29]);
    expect((await ticketsOf(product.url, ana)).map(({ seatNumbers }) => seatNumbers)).toEqual([[27]]);
    expect((await ticketsOf(product.url, budi)).map(({ seatNumbers }) => seatNumbers)).toEqual([[28]]);
  });
});
