import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { addPerson, balanceOf } from '../server/people.ts';
import { answerLost, broken, garbage, unreachable, type MockResponse } from './network.ts';
import { openTestApp, openProduct, passTime } from './openProduct.tsx';
import { arriveAt, findOpenDialog, findToast, whereabouts } from './visitor.ts';

const UNSETTLED = 'The cinema has not answered. It is asked again until it says what happened.';

async function openTopUp() {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 20_000 });
  const product = await openProduct(testApp, '/topup', { person });
  await screen.findByText('Balance Rp.20.000');
  return { testApp, person, ...product };
}

async function openTopUpDialog() {
  const opened = await openTopUp();
  await opened.user.click(screen.getByRole('radio', { name: '150k' }));
  await opened.user.click(screen.getByRole('button', { name: 'Top Up' }));
  const dialog = within(await findOpenDialog('Top Up'));
  return { ...opened, dialog };
}

describe('section 2: Top Up', () => {
  test('presets: 50k, 75k, 100k, 150k, 200k, 500k, 750k, 1m, 1.5m, as radio chips', async () => {
    await openTopUp();
    const chips = within(screen.getByRole('group', { name: 'Amount' })).getAllByRole('radio');
    expect(chips.map((chip) => chip.closest('label')?.textContent)).toEqual([
      '50k',
      '75k',
      '100k',
      '150k',
      '200k',
      '500k',
      '750k',
      '1m',
      '1.5m',
    ]);
    expect(screen.getByRole('heading', { level: 1, name: 'Top Up' })).toBeTruthy();
    expect(document.title).toBe('Top Up · Nobar Now');
  });

  test('only a selected amount is required: without one nothing opens (section 5)', async () => {
    const { user } = await openTopUp();
    const button = screen.getByRole('button', { name: 'Top Up' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('choose a nominal, then confirm in a dialog that shows amount and resulting balance', async () => {
    const { user } = await openTopUp();
    await user.click(screen.getByRole('radio', { name: '1.5m' }));
    expect(screen.getByRole('radio', { name: '1.5m', checked: true })).toBeTruthy();
    expect(screen.getByText('Rp.1.500.000')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    const dialog = within(await findOpenDialog('Top Up'));
    expect(dialog.getAllByRole('definition').map((fact) => fact.textContent)).toEqual(['Rp.1.500.000', 'Rp.1.520.000']);
    expect(dialog.getAllByRole('term').map((fact) => fact.textContent)).toEqual(['Amount', 'Balance afterwards']);
  });

  test('Back closes the dialog with the same amount chosen and sends nothing', async () => {
    const { dialog, user, network } = await openTopUpDialog();
    await user.click(dialog.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('radio', { name: '150k', checked: true })).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Top Up');
    expect(network.callsOf('POST user/balance')).toEqual([]);
  });
});

describe('section 4: Top-up', () => {
  test('success: a message appears bottom-left, then the user goes to / after 1.5 s, not before', async () => {
    const { dialog, user, testApp, person } = await openTopUpDialog();
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await findToast('bottom-left', 'Successfully top up the balance');
    vi.setTimerTickMode('manual');
    await passTime(testApp, 1000);
    expect(whereabouts()).toBe('/topup');
    expect(screen.getByText('Balance Rp.170.000')).toBeTruthy();
    await passTime(testApp, 500);
    expect(whereabouts()).toBe('/');
    expect(await balanceOf(testApp, person)).toBe(170_000);
  });

  test('no password is sent, only the amount (sections 5 and 7)', async () => {
    const { dialog, user, network, person } = await openTopUpDialog();
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await findToast('bottom-left', 'Successfully top up the balance');
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
  test.each<[string, MockResponse, string]>([
    ['unreachable', unreachable, 'The cinema cannot be reached. Check your connection and try again.'],
    ['500', broken, 'The projector has broken'],
    ['garbage', garbage, 'The cinema gave an answer that cannot be read. Please try again.'],
    ['answer lost', answerLost, 'The cinema cannot be reached. Check your connection and try again.'],
  ])(
    '%s: an error toast, the user stays on the page, and it is asked again by itself: one effect',
    async (_, mockResponse, message) => {
      const { dialog, user, network, testApp, person } = await openTopUpDialog();
      network.nextCall('POST user/balance', mockResponse);
      await user.click(dialog.getByRole('button', { name: 'Confirm' }));
      expect((await dialog.findByRole('alert')).textContent).toBe(message);
      expect(await findToast('bottom-left', message)).toBeTruthy();
      expect(whereabouts()).toBe('/topup');
      expect(dialog.getByRole('status').textContent).toBe(UNSETTLED);
      await passTime(testApp, 1000);
      await findToast('bottom-left', 'Successfully top up the balance');
      const [first, second] = network.callsOf('POST user/balance');
      expect(second).toEqual(first);
      expect(await balanceOf(testApp, person)).toBe(170_000);
      await passTime(testApp, 1500);
      await arriveAt('/');
    },
  );
});
