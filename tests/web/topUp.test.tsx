import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '#domain/messages.ts';
import { broken } from './network.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import { findOpenDialog, findToast, whereabouts } from './visitor.ts';

async function openTopUpDialog() {
  const product = await openSignedIn('/topup', { balance: 20_000 });
  await screen.findByText('Balance Rp.20.000');
  await product.user.click(screen.getByRole('radio', { name: '150k' }));
  await product.user.click(screen.getByRole('button', { name: 'Top Up' }));
  return { ...product, dialog: within(await findOpenDialog('Top Up')) };
}

describe('section 2: Top Up', () => {
  test('presets: 50k, 75k, 100k, 150k, 200k, 500k, 750k, 1m, 1.5m, as radio chips, of which one has to be chosen', async () => {
    await openSignedIn('/topup');
    const chips = within(await screen.findByRole('group', { name: 'Amount' })).getAllByRole('radio');
    const names = chips.map((chip) => chip.closest('label')?.textContent);
    expect(names).toEqual(['50k', '75k', '100k', '150k', '200k', '500k', '750k', '1m', '1.5m']);
    expect(screen.getByRole('button', { name: 'Top Up' }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByRole('heading', { level: 1, name: 'Top Up' })).toBeTruthy();
    expect(document.title).toBe('Top Up · Nobar Now');
  });

  test('a dialog shows amount and resulting balance; no password is sent, only the amount (sections 5 and 7)', async () => {
    const { dialog, user, network, person } = await openTopUpDialog();
    expect(dialog.getAllByRole('term').map((fact) => fact.textContent)).toEqual(['Amount', 'Balance afterwards']);
    expect(dialog.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['Rp.150.000', 'Rp.170.000']);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await findToast('bottom-left', messages.topUpSuccess);
    expect(network.callsOf('POST user/balance')).toEqual([
      {
        kind: 'POST user/balance',
        path: '/api/user/balance',
        authorization: `Bearer ${person.token}`,
        contentType: 'application/json',
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        body: { amount: 150_000 },
      },
    ]);
  });
});

describe('section 8: a failed top-up', () => {
  test('an error toast, the user stays on the page, and it is asked again by itself with the same key', async () => {
    const { dialog, user, network, testApp } = await openTopUpDialog();
    network.nextCall('POST user/balance', broken);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('The projector has broken');
    expect(await findToast('bottom-left', 'The projector has broken')).toBeTruthy();
    expect(whereabouts()).toBe('/topup');
    expect(dialog.getByRole('status').textContent).toBe(messages.unsettled);
    await passTime(testApp, 1000);
    await findToast('bottom-left', messages.topUpSuccess);
    const [first, second] = network.callsOf('POST user/balance');
    expect(second).toEqual(first);
  });
});
