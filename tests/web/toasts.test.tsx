import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { ToastPlacement } from '#machines/toastsMachine.ts';
import { toast as toastClass, viewport } from '../../src/web/shell/Toasts.css.ts';
import { addPerson, buy } from '../server/people.ts';
import { broken } from './network.ts';
import { openTestApp, openProduct, passTime, openSignedIn } from './openProduct.tsx';
import { KID_TONIGHT, findOpenDialog, findToast } from './visitor.ts';

const TYPES = ['info', 'success', 'warning', 'error', 'default'] as const;

function announcement(): HTMLElement | null {
  return screen.queryByText('Notification The lights go down');
}

async function openWithToast(type: (typeof TYPES)[number], placement: ToastPlacement) {
  const testApp = await openTestApp();
  const product = await openProduct(testApp, '/');
  product.runtime.app.send({ type: 'notify', notification: { type, placement, text: 'The lights go down' } });
  return { testApp, toast: await findToast(placement, 'The lights go down'), ...product };
}

describe('section 8: Toasts', () => {
  test.each(TYPES)('a toast of type %s has its own look', async (type) => {
    const { toast } = await openWithToast(type, 'top-right');
    expect(toast.closest('li')?.className).toBe(toastClass[type]);
    expect(new Set(Object.values(toastClass)).size).toBe(TYPES.length);
  });

  test.each<[ToastPlacement, number]>([
    ['top-right', 5000],
    ['bottom-left', 3500],
  ])('a toast %s closes by itself after %i ms', async (placement, duration) => {
    const { testApp } = await openWithToast('info', placement);
    vi.setTimerTickMode('manual');
    await passTime(testApp, duration - 500);
    expect(screen.getByText('The lights go down')).toBeTruthy();
    await passTime(testApp, 500);
    expect(screen.queryByText('The lights go down')).toBeNull();
  });

  test.each<ToastPlacement>(['top-right', 'bottom-left'])('a toast %s stands in that corner', async (placement) => {
    const { toast } = await openWithToast('info', placement);
    expect(toast.closest('ol')?.className).toBe(viewport[placement]);
  });

  test('a toast is read out, but not where an alert says the same', async () => {
    const { runtime } = await openWithToast('info', 'top-right');
    await waitFor(() => expect(announcement()).toBeTruthy());
    const alert = document.createElement('p');
    alert.setAttribute('role', 'alert');
    alert.textContent = 'The film has torn';
    document.body.append(alert);
    const notification = { type: 'error', placement: 'top-right', text: 'The film has torn' } as const;
    runtime.app.send({ type: 'notify', notification });
    await findToast('top-right', 'The film has torn');
    runtime.app.send({ type: 'notify', notification: { ...notification, text: 'The house is dark' } });
    await screen.findByText('Notification The house is dark');
    expect(screen.queryByText('Notification The film has torn')).toBeNull();
    alert.remove();
  });

  test('a toast can be dismissed', async () => {
    const { user } = await openWithToast('info', 'top-right');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText('The lights go down')).toBeNull());
  });

  test.each<ToastPlacement>(['top-right', 'bottom-left'])(
    'F8 leads to the toast that is alone %s',
    async (placement) => {
      const { toast, user } = await openWithToast('info', placement);
      await user.keyboard('[F8]');
      expect(document.activeElement).toBe(toast.closest('ol'));
    },
  );

  test('F8 and Tab lead to the toasts of both corners; the focus comes back from the last one dismissed', async () => {
    const { user, runtime } = await openWithToast('info', 'top-right');
    runtime.app.send({
      type: 'notify',
      notification: { type: 'error', placement: 'bottom-left', text: 'It has torn' },
    });
    const second = await findToast('bottom-left', 'It has torn');
    const [link] = screen.getAllByRole('link', { name: 'Movies' });
    link?.focus();
    await user.keyboard('[F8]{Tab}{Tab}{Tab}');
    expect(document.activeElement).toBe(second.closest('li'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('It has torn')).toBeNull());
    expect(document.activeElement).toBe(link);
  });

  test('toasts stand one below the other and survive navigation', async () => {
    const { user, runtime } = await openWithToast('info', 'top-right');
    runtime.app.send({
      type: 'notify',
      notification: { type: 'error', placement: 'top-right', text: 'The film has torn' },
    });
    await findToast('top-right', 'The film has torn');
    const [link] = screen.getAllByRole('link', { name: 'Movies' });
    if (link === undefined) throw new Error('There is no link to Movies');
    await user.click(link);
    await screen.findByRole('heading', { level: 1, name: 'Movies' });
    expect(screen.getAllByText(/^The (lights go down|film has torn)$/, { selector: 'li *' })).toHaveLength(2);
  });

  test('even the first toast above an open dialog can be reached and dismissed, and the dialog stays', async () => {
    const { user, network, testApp } = await openSignedIn(KID_TONIGHT, { balance: 100_000 });
    await user.click(await screen.findByRole('button', { name: 'Seat 12, row B, left side' }));
    await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
    const dialog = within(await findOpenDialog());
    network.nextCall('POST user/tickets', broken);
    const again = network.holdNext('POST user/tickets');
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    const toast = (await findToast('bottom-left', 'The projector has broken')).closest('li');
    if (toast === null) throw new Error('The sentence is in no toast');
    await user.click(within(toast).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(toast.isConnected).toBe(false), { timeout: 1500 });
    await passTime(testApp, 1000);
    await again.arrived;
    expect(screen.getByRole('dialog', { name: 'Buy Tickets' })).toBeTruthy();
  });

  test('a toast is announced, and the announcement does not stay', async () => {
    let isAnnounced = false;
    const listener = new MutationObserver(() => {
      isAnnounced ||= announcement() !== null;
    });
    listener.observe(document.body, { childList: true, subtree: true, characterData: true });
    const { testApp } = await openWithToast('success', 'top-right');
    await waitFor(() => expect(isAnnounced).toBe(true));
    listener.disconnect();
    await passTime(testApp, 1500);
    expect(announcement()).toBeNull();
  });

  test('a failed fetch of the tickets is dispatched as an error toast top-right', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp, { balance: 100_000 });
    await buy(testApp, person);
    await openProduct(testApp, '/', { person, prepare: (network) => network.nextCall('GET user/tickets', broken) });
    const toast = await findToast('top-right', 'The projector has broken');
    expect(toast.closest('li')?.className).toBe(toastClass.error);
  });
});
