import { describe, expect } from 'vitest';
import { seatName } from '#domain/seatNames.ts';
import { withdrawMessages } from '#domain/money.ts';
import { messages } from '#domain/messages.ts';
import { balanceOf, buySeats, soldSeats, ticketsOf } from './callApi.ts';
import { test } from './inChromium.ts';
import { openBuyDialog } from './openBuyDialog.ts';
import { signUpMember } from './people.ts';
import { tomorrowEvening } from './showtimes.ts';
import { toast } from './toast.ts';
import { userMenu } from './userMenu.ts';

function inkOf(element: Element): string {
  return getComputedStyle(element).color;
}

describe.concurrent('section 2, My Tickets', () => {
  test('a ticket bought is there, and cancelled with the right password money and seats come back', async ({
    product,
    visit,
  }) => {
    const evening = tomorrowEvening();
    const member = await signUpMember(product.url, { balance: 100_000 });
    const { page, calls, takeProblems } = await visit(member);
    await openBuyDialog(page, 'Nosferatu', [21, 22]);
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    await page.waitForURL('/');
    await userMenu(page, member).click();
    await page.getByRole('menuitem', { name: 'My Tickets' }).click();
    const ticket = page.getByRole('listitem', { name: 'Nosferatu' });
    await ticket.getByText(`${evening.showtimeDate}, ${evening.showtimeTime}`).waitFor();
    await ticket.getByText('Seats 21 and 22', { exact: true }).waitFor();
    await ticket.getByText('Rp.80.000').waitFor();

    await ticket.getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel Ticket' });
    await dialog.waitFor();
    await page.keyboard.type('salah-sekali');
    expect(await dialog.getByLabel('Password').inputValue()).toBe('salah-sekali');
    await dialog.getByRole('button', { name: 'Cancel Ticket' }).click();
    await dialog.getByRole('alert').waitFor();
    expect(takeProblems()).toEqual(['403 DELETE user/tickets']);
    // A click arrives only where nothing lies above: the toast stands before the dialog, and closing it closes no more.
    await page
      .getByRole('region', { name: /^Notifications/ })
      .getByRole('button', { name: 'Dismiss' })
      .last()
      .click();
    await dialog.getByRole('alert').waitFor();
    expect(await balanceOf(product.url, member)).toBe(20_000);

    await dialog.getByLabel('Password').fill(member.password);
    await dialog.getByRole('button', { name: 'Cancel Ticket' }).dblclick();
    await toast(page, messages.cancelSuccess).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(messages.noTickets).waitFor();
    expect(calls.filter((call) => call === 'DELETE user/tickets')).toHaveLength(2);
    expect(await balanceOf(product.url, member)).toBe(100_000);
    expect(await ticketsOf(product.url, member)).toEqual([]);
    expect(await soldSeats(product.url, 'Nosferatu', evening)).toEqual([]);

    await page.getByRole('link', { name: 'Book Ticket' }).click();
    await page.getByRole('link', { name: 'Nosferatu 1922' }).click();
    await page.getByRole('button', { name: evening.showtimeDate }).click();
    await page.getByRole('button', { name: evening.showtimeTime }).click();
    await page.getByRole('button', { name: seatName(21) }).click();
    await page.getByRole('button', { name: seatName(21), pressed: true }).waitFor();
  });

  test('a ticket whose showtime is past is grey with a disabled Expired button; the others can be cancelled', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url, { balance: 100_000 });
    await buySeats(product.url, member, 'The Kid', tomorrowEvening(), [1]);
    await buySeats(product.url, member, 'The General', tomorrowEvening(), [1]);
    const { page } = await visit(member);
    await page.route('**/api/user/tickets', async (route) => {
      const response = await route.fetch();
      const [general, kid] = await ticketsOf(product.url, member);
      await route.fulfill({ response, json: [general, { ...kid, startsAt: new Date(Date.now() - 1).toISOString() }] });
    });
    await page.goto('/my-tickets');
    const expired = page.getByRole('listitem', { name: 'The Kid' });
    const live = page.getByRole('listitem', { name: 'The General' });
    await expired.getByRole('button', { name: 'Expired', disabled: true }).waitFor();
    await live.getByRole('button', { name: 'Cancel', disabled: false }).waitFor();
    expect(await live.evaluate(inkOf)).toBe('rgb(245, 241, 232)');
    expect(await expired.evaluate(inkOf)).toBe('rgb(184, 176, 162)');
  });
});

describe.concurrent('section 2, Withdraw', () => {
  test('0, 500001, more than the balance and a wrong password are refused and mended in one visit', async ({
    product,
    visit,
  }) => {
    const member = await signUpMember(product.url, { balance: 80_000 });
    const { page, calls, takeProblems } = await visit(member);
    const amount = page.getByRole('spinbutton', { name: 'Other amount' });
    const withdraw = page.getByRole('main').getByRole('button', { name: 'Withdraw' });
    const dialog = page.getByRole('dialog', { name: 'Withdraw' });
    const password = dialog.getByLabel('Password');
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    await page.goto('/withdraw');

    await amount.fill('0');
    await withdraw.click();
    await page.getByText(withdrawMessages.tooSmall, { exact: true }).waitFor();
    await amount.fill('500001');
    await withdraw.click();
    await page.getByText(withdrawMessages.tooLarge, { exact: true }).waitFor();
    expect(calls).not.toContain('PUT user/balance');

    await amount.fill('80001');
    await withdraw.click();
    await password.fill(member.password);
    await confirm.click();
    await dialog.getByRole('alert').waitFor();
    expect(takeProblems()).toEqual(['409 PUT user/balance']);
    await dialog.getByRole('button', { name: 'Back' }).click();

    await page.getByRole('radio', { name: '75k' }).check();
    await withdraw.click();
    await password.fill('salah-sekali');
    await confirm.click();
    await dialog.getByRole('alert').waitFor();
    expect(takeProblems()).toEqual(['403 PUT user/balance']);
    expect(await balanceOf(product.url, member)).toBe(80_000);

    await password.fill(member.password);
    await confirm.dblclick();
    await toast(page, messages.withdrawSuccess).waitFor();
    await page.waitForURL('/');
    expect(calls.filter((call) => call === 'PUT user/balance')).toHaveLength(3);
    expect(await balanceOf(product.url, member)).toBe(5000);
  });
});
