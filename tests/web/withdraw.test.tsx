import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { PASSWORD } from '../server/people.ts';
import { messages } from '#domain/messages.ts';
import { broken } from './network.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import { findOpenDialog, findToast, noDialog, saidOnOpening, whereabouts } from './visitor.ts';

async function openWithdraw() {
  const product = await openSignedIn('/withdraw', { balance: 600_000 });
  await screen.findByText('Balance Rp.600.000');
  return { ...product, field: screen.getByRole('spinbutton', { name: 'Other amount' }) };
}

async function openWithdrawDialog() {
  const opened = await openWithdraw();
  await opened.user.click(screen.getByRole('radio', { name: '150k' }));
  await opened.user.click(screen.getByRole('button', { name: 'Withdraw' }));
  return { ...opened, dialog: within(await findOpenDialog('Withdraw')) };
}

describe('section 2: Withdraw', () => {
  test('presets: 50k, 75k, 100k, 150k, 200k, 500k, as radio chips', async () => {
    await openWithdraw();
    const chips = within(screen.getByRole('group', { name: 'Amount' })).getAllByRole('radio');
    const names = chips.map((chip) => chip.closest('label')?.textContent);
    expect(names).toEqual(['50k', '75k', '100k', '150k', '200k', '500k']);
    expect(screen.getByRole('heading', { level: 1, name: 'Withdraw' })).toBeTruthy();
    expect(document.title).toBe('Withdraw · Nobar Now');
  });

  test('or a typed amount: a number input with min 0 and max 500000, which a preset fills and which chooses a preset', async () => {
    const { field, user } = await openWithdraw();
    expect(['min', 'max', 'inputmode'].map((name) => field.getAttribute(name))).toEqual(['0', '500000', 'numeric']);
    await user.click(screen.getByRole('radio', { name: '75k' }));
    expect(screen.getAllByDisplayValue('75000')).toContain(field);
    await user.clear(field);
    await user.type(field, '200000');
    expect(screen.getByRole('radio', { name: '200k', checked: true })).toBeTruthy();
  });

  test('it is confirmed in a dialog with the password, the user name beside it; Back returns the focus', async () => {
    const { dialog, person, user } = await openWithdrawDialog();
    expect(saidOnOpening()).toBe('AmountRp.150.000BalanceRp.600.000');
    const password = dialog.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    expect(dialog.getByRole('textbox', { name: 'User name' }).getAttribute('value')).toBe(`person-${person.id}`);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await noDialog();
    expect(document.activeElement?.textContent).toBe('Withdraw');
  });

  test('the wheel over the typed amount does not change it: the field gives up the focus', async () => {
    const { field, user } = await openWithdraw();
    await user.type(field, '60000');
    field.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: 100 }));
    expect(document.activeElement).not.toBe(field);
    expect(screen.getByDisplayValue('60000')).toBe(field);
  });
});

describe('section 8: a failed withdrawal', () => {
  test('an error toast, the user stays on the page, and it is asked again by itself with the same key', async () => {
    const { dialog, user, network, testApp } = await openWithdrawDialog();
    network.nextCall('PUT user/balance', broken);
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect((await dialog.findByRole('alert')).textContent).toBe('The projector has broken');
    expect(await findToast('bottom-left', 'The projector has broken')).toBeTruthy();
    expect(whereabouts()).toBe('/withdraw');
    await passTime(testApp, 1000);
    await findToast('bottom-left', messages.withdrawSuccess);
    const [first, second] = network.callsOf('PUT user/balance');
    expect(first?.body).toEqual({ amount: 150_000, password: PASSWORD });
    expect(second).toEqual(first);
  });
});
