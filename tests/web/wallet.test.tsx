import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { balanceOf, PASSWORD } from '../server/people.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import { translatePage } from './translatePage.ts';
import { arriveAt, findOpenDialog, findToast, goBackTo, noDialog } from './visitor.ts';
import { rules } from '#messages/rules.ts';

async function openWithdraw() {
  const product = await openSignedIn('/withdraw', { balance: 600_000 });
  return { ...product, field: await screen.findByRole('spinbutton', { name: 'Other amount' }) };
}

describe('section 2: Top Up and Withdraw', () => {
  test.each([
    ['Top Up', '/topup', ['50k', '75k', '100k', '150k', '200k', '500k', '750k', '1m', '1.5m']],
    ['Withdraw', '/withdraw', ['50k', '75k', '100k', '150k', '200k', '500k']],
  ])('%s has its presets as radio chips', async (name, path, presets) => {
    await openSignedIn(path);
    const chips = within(await screen.findByRole('group', { name: 'Amount' })).getAllByRole('radio');
    expect(chips.map((chip) => chip.closest('label')?.textContent)).toEqual(presets);
    expect(chips.filter((chip) => chip.ariaDisabled !== null)).toEqual([]);
    expect(screen.getByRole('heading', { level: 1, name })).toBeTruthy();
    expect(document.title).toBe(`${name} · Nobar Now`);
  });

  test('the amount to withdraw can be typed, 0 to 500000: a preset fills the field, and a typed amount selects its preset', async () => {
    const { field, user } = await openWithdraw();
    expect(['min', 'max', 'inputmode'].map((name) => field.getAttribute(name))).toEqual(['0', '500000', 'numeric']);
    await user.click(screen.getByRole('radio', { name: '75k' }));
    expect(screen.getAllByDisplayValue('75000')).toContain(field);
    await user.clear(field);
    await user.type(field, '200000');
    expect(screen.getByRole('radio', { name: '200k', checked: true })).toBeTruthy();
  });

  test.each([
    ['60000', 'Rp.60.000'],
    ['1e24', 'Rp.0'],
  ])('with %s typed, %s stands beside the button', async (text, shown) => {
    const { field, user } = await openWithdraw();
    await user.type(field, text);
    expect(screen.getByRole('button', { name: 'Withdraw' }).previousSibling?.textContent).toBe(shown);
  });

  test('Rp.50.000 pasted into the field is 50000', async () => {
    const { field, user } = await openWithdraw();
    await user.click(field);
    await user.paste('Rp.50.000');
    expect(field).toHaveProperty('value', '50000');
    expect(screen.getByRole('radio', { name: '50k', checked: true })).toBeTruthy();
  });

  test('a pasted text that is not an amount shows an error and does not change the field', async () => {
    const { field, user } = await openWithdraw();
    await user.type(field, '60000');
    await user.paste('50 tickets');
    expect(screen.getByText('The pasted text is not an amount in rupiah')).toBeTruthy();
    expect(screen.getByDisplayValue('60000')).toBe(field);
    await user.paste('5');
    expect(screen.getByDisplayValue('600005')).toBe(field);
    expect(screen.queryByText('The pasted text is not an amount in rupiah')).toBeNull();
  });

  test('letters in the field are no amount', async () => {
    const { field, user } = await openWithdraw();
    // A browser shows letters in a number field, and gives the field an empty value. jsdom removes them.
    Object.defineProperty(field, 'validity', { value: { badInput: true } });
    fireEvent.input(field);
    await user.click(screen.getByRole('button', { name: 'Withdraw' }));
    expect(screen.getByText('Withdraw amount must be a whole number in plain digits')).toBeTruthy();
  });

  test('the mouse wheel over the field does not change the amount: the field loses the focus', async () => {
    const { field, user } = await openWithdraw();
    await user.type(field, '60000');
    field.dispatchEvent(new WheelEvent('wheel', { bubbles: true, deltaY: 100 }));
    expect(document.activeElement).not.toBe(field);
    expect(screen.getByDisplayValue('60000')).toBe(field);
  });
});

describe('section 4: Top Up and Withdraw', () => {
  test('a withdrawal needs an amount up to 500000, the balance and the password, and Back does not lead to its form', async () => {
    const { testApp, person, user, network } = await openSignedIn('/withdraw', { balance: 160_000 });
    const page = within(screen.getByRole('main'));
    const field = await page.findByRole('spinbutton', { name: 'Other amount' });
    const review = async () => user.click(page.getByRole('button', { name: 'Withdraw' }));
    for (const [typed, message] of [
      ['0', rules.withdrawalTooSmall],
      ['500001', rules.withdrawalTooLarge],
    ] as const) {
      await user.clear(field);
      await user.type(field, typed);
      await review();
      expect(page.getByRole('spinbutton', { name: 'Other amount', description: message })).toBe(field);
      expect(screen.queryByRole('dialog')).toBeNull();
    }

    await user.click(page.getByRole('radio', { name: '200k' }));
    await review();
    const dialog = within(await findOpenDialog('Withdraw'));
    expect(dialog.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['Rp.200.000', 'Rp.160.000']);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Password is required!');
    expect(network.callsOf('PUT user/balance')).toEqual([]);
    await user.type(dialog.getByLabelText('Password'), PASSWORD);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toMatch(/balance/i));
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await noDialog();

    await user.click(page.getByRole('radio', { name: '150k' }));
    expect(page.getByText('Rp.150.000')).toBeTruthy();
    await review();
    const again = within(await findOpenDialog('Withdraw'));
    await user.type(again.getByLabelText('Password'), 'wrong horse');
    await user.click(again.getByRole('button', { name: 'Confirm' }));
    expect((await again.findByRole('alert')).textContent).toMatch(/password/i);
    await user.clear(again.getByLabelText('Password'));
    await user.type(again.getByLabelText('Password'), `${PASSWORD}{Enter}`);
    await findToast('bottom-left', messages.withdrawSuccess);
    expect(network.callsOf('PUT user/balance').at(-1)).toEqual({
      kind: 'PUT user/balance',
      authorization: `Bearer ${person.token}`,
      idempotencyKey: expect.any(String),
      body: { amount: 150_000, password: PASSWORD },
    });
    const { length } = window.history;
    await passTime(testApp, 1500);
    await arriveAt('/');
    expect(window.history.length).toBe(length);
    expect(await balanceOf(testApp, person)).toBe(10_000);
  });

  test('a top-up goes on when the user leaves the page, and its dialog is open again when the user returns', async () => {
    const { testApp, person, user, network } = await openSignedIn('/topup', { balance: 20_000 });
    const page = within(screen.getByRole('main'));
    await user.click(await page.findByRole('radio', { name: '1.5m' }));
    expect(page.getByText('Rp.1.500.000')).toBeTruthy();
    await user.click(page.getByRole('radio', { name: '150k' }));
    await user.click(page.getByRole('button', { name: 'Top Up' }));
    const dialog = within(await findOpenDialog('Top Up'));
    expect(dialog.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['Rp.150.000', 'Rp.170.000']);
    const call = network.holdNext('POST user/balance');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await call.arrived;
    window.history.pushState(null, '', '/movies');
    window.dispatchEvent(new PopStateEvent('popstate'));
    await noDialog();
    await goBackTo('/topup');
    const again = within(await findOpenDialog('Top Up'));
    expect(again.getByText('Rp.150.000')).toBeTruthy();
    expect(again.getByRole('button', { name: 'Confirm' }).ariaBusy).toBe('true');
    call.release();
    await findToast('bottom-left', messages.topUpSuccess);
    expect(await balanceOf(testApp, person)).toBe(170_000);
    expect(network.callsOf('POST user/balance')).toHaveLength(1);
  });
});

describe('a page that the browser has translated', () => {
  test('shows the new balance after a top-up in another tab', async () => {
    const { openTab } = await openSignedIn('/withdraw', { balance: 600_000 });
    await screen.findByText('Balance Rp.600.000', { selector: 'main > div > p' });
    const { session, confirm } = openTab();
    await waitFor(() => expect(session.getSnapshot().matches({ signedIn: { ready: 'current' } })).toBe(true));
    translatePage();
    confirm({ kind: 'topUp', amount: 50_000 });
    await screen.findByText('Balance Rp.650.000');
  });
});
