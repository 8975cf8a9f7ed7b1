import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { addPerson, balanceOf, PASSWORD } from '../server/people.ts';
import { answerLost, broken, garbage, unreachable, type MockResponse } from './network.ts';
import { openTestApp, openProduct, passTime } from './openProduct.tsx';
import { findOpenDialog, findToast, saidOnOpening, whereabouts } from './visitor.ts';

const UNSETTLED = 'The cinema has not answered. It is asked again until it says what happened.';

async function openWithdraw(balance = 600_000) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance });
  const product = await openProduct(testApp, '/withdraw', { person });
  await screen.findByText(/^Balance /);
  return { testApp, person, ...product };
}

async function openWithdrawDialog() {
  const opened = await openWithdraw();
  await opened.user.click(screen.getByRole('radio', { name: '150k' }));
  await opened.user.click(screen.getByRole('button', { name: 'Withdraw' }));
  const dialog = within(await findOpenDialog('Withdraw'));
  return { ...opened, dialog };
}

async function findDialog() {
  return within(await findOpenDialog('Withdraw'));
}

describe('section 2: Withdraw', () => {
  test('presets: 50k, 75k, 100k, 150k, 200k, 500k, as radio chips', async () => {
    await openWithdraw();
    const chips = within(screen.getByRole('group', { name: 'Amount' })).getAllByRole('radio');
    expect(chips.map((chip) => chip.closest('label')?.textContent)).toEqual([
      '50k',
      '75k',
      '100k',
      '150k',
      '200k',
      '500k',
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'Withdraw' })).toBeTruthy();
    expect(document.title).toBe('Withdraw · Nobar Now');
  });

  test('a typed amount is also allowed: a number input with min 0 and max 500000', async () => {
    const { user } = await openWithdraw();
    const field = screen.getByRole('spinbutton', { name: 'Other amount' });
    expect(['min', 'max', 'inputmode'].map((name) => field.getAttribute(name))).toEqual(['0', '500000', 'numeric']);
    await user.type(field, '123456');
    expect(screen.getByText('Rp.123.456')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    const dialog = within(await findOpenDialog('Withdraw'));
    expect(dialog.getByText('Rp.123.456')).toBeTruthy();
  });

  test('a chosen preset fills the typed amount, and a typed preset chooses its chip', async () => {
    const { user } = await openWithdraw();
    const field = screen.getByRole('spinbutton', { name: 'Other amount' });
    await user.click(screen.getByRole('radio', { name: '75k' }));
    expect(screen.getAllByDisplayValue('75000')).toContain(field);
    await user.clear(field);
    await user.type(field, '200000');
    expect(screen.getByRole('radio', { name: '200k', checked: true })).toBeTruthy();
  });

  test('it is confirmed in a dialog with the password, the user name beside it', async () => {
    const { dialog, person, user } = await openWithdrawDialog();
    expect(dialog.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['Rp.150.000', 'Rp.600.000']);
    expect(saidOnOpening()).toBe('AmountRp.150.000BalanceRp.600.000');
    const password = dialog.getByLabelText('Password');
    expect(password.getAttribute('type')).toBe('password');
    expect(password.getAttribute('autocomplete')).toBe('current-password');
    expect(dialog.getByRole('textbox', { name: 'User name' }).getAttribute('value')).toBe(`person-${person.id}`);
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('radio', { name: '150k', checked: true })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Withdraw');
  });

  test('the wheel over the typed amount does not change it: the field gives up the focus', async () => {
    const { user } = await openWithdraw();
    const field = screen.getByRole('spinbutton', { name: 'Other amount' });
    await user.type(field, '60000');
    field.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: 100 }));
    expect(document.activeElement).not.toBe(field);
    expect(screen.getByDisplayValue('60000')).toBe(field);
  });
});

describe('section 5: Withdraw', () => {
  test('the password is required', async () => {
    const { dialog, user, network } = await openWithdrawDialog();
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Password is required!');
    expect(network.callsOf('PUT user/balance')).toEqual([]);
  });
});

describe('section 4: Withdraw', () => {
  test('success: a message appears bottom-left, then the user goes to / after 1.5 s, not before', async () => {
    const { dialog, user, testApp, person } = await openWithdrawDialog();
    await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await findToast('bottom-left', 'Withdrawal successful');
    vi.setTimerTickMode('manual');
    await passTime(testApp, 1000);
    expect(whereabouts()).toBe('/withdraw');
    expect(screen.getByText('Balance Rp.450.000')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Withdraw' }).getAttribute('aria-disabled')).toBe('true');
    await passTime(testApp, 500);
    expect(whereabouts()).toBe('/');
    expect(await balanceOf(testApp, person)).toBe(450_000);
  });

  test('0, 500001, more than the balance, a wrong password, then correctly, in one visit without reloading', async () => {
    const { user, testApp, person } = await openWithdraw(100_000);
    const field = screen.getByRole('spinbutton', { name: 'Other amount' });
    const review = async (amount: string) => {
      await user.clear(field);
      await user.type(field, `${amount}{Enter}`);
    };

    await review('0');
    expect(await screen.findByText('Withdraw amount must be greater than 0')).toBeTruthy();
    await review('500001');
    expect(await screen.findByText('Maximum withdraw amount is Rp.500.000')).toBeTruthy();

    await review('100001');
    const tooMuch = await findDialog();
    await user.type(tooMuch.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    const alert = await tooMuch.findByRole('alert');
    expect(alert.textContent).toMatch(/balance/i);
    expect(await findToast('bottom-left', alert.textContent)).toBeTruthy();
    await user.click(tooMuch.getByRole('button', { name: 'Back' }));

    await review('60000');
    const right = await findDialog();
    expect(right.queryByRole('alert')).toBeNull();
    await user.type(right.getByLabelText('Password'), 'wrong horse{Enter}');
    expect((await right.findByRole('alert')).textContent).toMatch(/password/i);
    await user.clear(right.getByLabelText('Password'));
    await user.type(right.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    expect(await findToast('bottom-left', 'Withdrawal successful')).toBeTruthy();
    expect(await balanceOf(testApp, person)).toBe(40_000);
  });
});

describe('section 8: a failed withdrawal', () => {
  test.each<[string, MockResponse, string]>([
    ['unreachable', unreachable, 'The cinema cannot be reached. Check your connection and try again.'],
    ['500', broken, 'The projector has broken'],
    ['garbage', garbage, 'The cinema gave an answer that cannot be read. Please try again.'],
    ['answer lost', answerLost, 'The cinema cannot be reached. Check your connection and try again.'],
  ])(
    '%s: an error toast, the user stays on the page, and it is asked again by itself: one effect',
    async (_, mockResponse, message) => {
      const { dialog, user, network, testApp, person } = await openWithdrawDialog();
      network.nextCall('PUT user/balance', mockResponse);
      await user.type(dialog.getByLabelText('Password'), `${PASSWORD}{Enter}`);
      expect((await dialog.findByRole('alert')).textContent).toBe(message);
      expect(await findToast('bottom-left', message)).toBeTruthy();
      expect(whereabouts()).toBe('/withdraw');
      expect(dialog.getByRole('status').textContent).toBe(UNSETTLED);
      await passTime(testApp, 1000);
      await findToast('bottom-left', 'Withdrawal successful');
      const [first, second] = network.callsOf('PUT user/balance');
      expect(second).toEqual(first);
      expect(await balanceOf(testApp, person)).toBe(450_000);
    },
  );
});
