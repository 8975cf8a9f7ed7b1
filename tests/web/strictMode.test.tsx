import { configure, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { actorOf } from '#machines/actors.ts';
import { balanceOf } from '../server/people.ts';
import { unreachable } from './network.ts';
import { openTestApp, openProduct, openSignedIn } from './openProduct.tsx';
import { findOpenDialog, findToast } from './visitor.ts';

beforeEach(() => configure({ reactStrictMode: true }));
afterEach(() => configure({ reactStrictMode: false }));

describe('under React StrictMode, where every effect runs twice', () => {
  test('a page is rendered from the started actor, and a confirmed command runs once', async () => {
    const { network, user, testApp, person } = await openSignedIn('/topup', { balance: 20_000 });
    await user.click(await screen.findByRole('radio', { name: '150k' }));
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    const dialog = within(await findOpenDialog('Top Up'));
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await findToast('bottom-left', 'Successfully top up the balance');
    expect(await balanceOf(testApp, person)).toBe(170_000);
    expect(network.callsOf('POST user/balance')).toHaveLength(1);
  });

  test('events that a page emits on mount reach the root: a ticket page prompts a signed-out user to sign in', async () => {
    await openProduct(await openTestApp(), '/my-tickets/no-such-ticket');
    expect(await findOpenDialog('Sign In')).toBeTruthy();
  });

  test('a toast from a page shows once', async () => {
    const { app, network, user } = await openSignedIn('/my-info');
    const button = await screen.findByRole('button', { name: 'Sign out other devices' });
    network.nextCall('DELETE user/sessions', unreachable);
    await user.click(button);
    expect(await findToast('top-right', messages.unreachable)).toBeTruthy();
    expect(actorOf(app.system, 'toasts').getSnapshot().context.toasts).toHaveLength(1);
  });

  test('a page that mounts twice keeps its actor and sends its request once', async () => {
    const { network } = await openSignedIn('/transactions', { balance: 20_000 });
    expect(await screen.findByText('+Rp.20.000')).toBeTruthy();
    expect(network.callsOf('GET user/transactions')).toHaveLength(1);
  });
});
