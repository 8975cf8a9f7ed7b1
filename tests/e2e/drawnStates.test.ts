import { describe, expect } from 'vitest';
import { settle } from './everyPage.ts';
import { test } from './inChromium.ts';
import { rounds } from '../rounds.ts';
import { violations } from './violations.ts';

const PURCHASE = { at: 'booking.hall.confirming', dialog: 'Buy Tickets', text: 'Metropolis' };
const OTHERS = [
  { at: 'cancelTicket.askingPassword', dialog: 'Cancel Ticket', text: 'Metropolis' },
  { at: 'authDialog.signUp.editing', dialog: 'Sign Up', text: 'Display name is required!' },
];

describe('a link to a state', () => {
  test.for(rounds([PURCHASE], [PURCHASE, ...OTHERS]))(
    '$at opens its dialog with made-up data and calls nobody',
    async ({ at, dialog, text }, { product, visit }) => {
      const { page } = await visit();
      await page.addInitScript(() => localStorage.setItem('nobar-now.theme', 'light'));
      const calls: string[] = [];
      page.on('request', (request) => calls.push(request.url()));
      await page.goto(`/?inspect&at=${at}`);
      const opened = page.getByRole('dialog', { name: dialog });
      await opened.getByText(text).first().waitFor();
      await page.getByRole('region', { name: 'State' }).getByText('with made-up data').waitFor();
      await settle(page);
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
      expect(await violations(page)).toEqual([]);
      await opened.getByRole('button').last().click();
      await opened.getByText(text).first().waitFor();
      expect(calls.filter((url) => !url.startsWith(product.url) || new URL(url).pathname.startsWith('/api/'))).toEqual(
        [],
      );
    },
  );

  test('by a name that is none says so, and leads to the nearest states', async ({ visit }) => {
    const { page } = await visit();
    await page.goto('/?inspect&at=booking.hall.confriming');
    const part = page.getByRole('region', { name: 'State' });
    await part.getByText('No view shows one state that is called “booking.hall.confriming”.').waitFor();
    expect(await violations(page)).toEqual([]);
    await part.getByRole('link', { name: 'booking.choosing.hall.confirming' }).first().click();
    await page.getByRole('dialog', { name: 'Buy Tickets' }).waitFor();

    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/?inspect&at=${'confirming'.repeat(9)}`);
    const said = part.getByText('No view shows one state');
    await said.waitFor();
    expect(await said.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});
