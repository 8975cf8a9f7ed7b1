import { messages } from '../fixtures/messages.ts';
import { failed } from '#domain/failure.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { actorOf } from '#machines/actors.ts';
import type { ToastPlacement } from '#machines/toastsMachine.ts';
import { toast as toastClass, viewport } from '../../src/web/layout/Toasts.css.ts';
import { API_MESSAGES, broken } from './network.ts';
import { openTestApp, openProduct, passTime, openSignedIn } from './openProduct.tsx';
import { KID_TONIGHT, findToast, reviewPurchase } from './visitor.ts';

const TYPES = ['info', 'success', 'warning', 'error', 'default'] as const;

function announcement(): HTMLElement | null {
  return screen.queryByText('Notification Link copied');
}

async function openWithToast(type: (typeof TYPES)[number], placement: ToastPlacement) {
  const product = await openProduct(await openTestApp(), '/');
  actorOf(product.app.system, 'toasts').send({
    type: 'notify',
    notification: { type, placement, content: { code: 'link_copied' } },
  });
  return { toast: await findToast(placement, 'Link copied'), ...product };
}

describe('section 8: Toasts', () => {
  test.each(TYPES)('a toast of type %s has its own style', async (type) => {
    const { toast } = await openWithToast(type, 'top-right');
    expect(toast.closest('li')?.className).toBe(toastClass[type]);
    expect(new Set(Object.values(toastClass)).size).toBe(TYPES.length);
    const buttons = within(toast.closest('li') ?? document.body).getAllByRole('button');
    expect(buttons.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent)).toEqual(['Dismiss']);
  });

  test('a toast at the bottom left shows in that corner and closes by itself', async () => {
    const { testApp, toast } = await openWithToast('info', 'bottom-left');
    expect(toast.closest('ol')?.className).toBe(viewport['bottom-left']);
    await passTime(testApp, 3500);
    expect(screen.queryByText('Link copied')).toBeNull();
  });

  test('a toast is announced unless an alert contains its text; the announcement is removed later', async () => {
    const { app, testApp } = await openWithToast('info', 'top-right');
    await waitFor(() => expect(announcement()).toBeTruthy());
    const alert = document.createElement('p');
    alert.setAttribute('role', 'alert');
    alert.textContent = `The tickets could not be loaded. ${messages.unexpected}`;
    document.body.append(alert);
    const notification = { type: 'error', placement: 'top-right', content: failed('internal') } as const;
    actorOf(app.system, 'toasts').send({ type: 'notify', notification });
    await findToast('top-right', messages.unexpected);
    actorOf(app.system, 'toasts').send({
      type: 'notify',
      notification: { ...notification, content: failed('unreachable') },
    });
    await screen.findByText(`Notification ${messages.unreachable}`);
    expect(screen.queryByText(`Notification ${messages.unexpected}`)).toBeNull();
    alert.remove();
    await passTime(testApp, 1500);
    expect(screen.queryByText(/^Notification/)).toBeNull();
  });

  test('F8 and Tab reach the toasts in both corners; the focus returns when the last one is dismissed', async () => {
    const { user, app } = await openWithToast('info', 'top-right');
    actorOf(app.system, 'toasts').send({
      type: 'notify',
      notification: { type: 'error', placement: 'bottom-left', content: failed('internal') },
    });
    const second = await findToast('bottom-left', messages.unexpected);
    const [link] = screen.getAllByRole('link', { name: 'Movies' });
    link?.focus();
    await user.keyboard('[F8]{Tab}{Tab}{Tab}');
    expect(document.activeElement).toBe(second.closest('li'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(messages.unexpected)).toBeNull());
    expect(document.activeElement).toBe(link);
  });

  test('the focus stays with the toasts while there are others, and is not taken from the page when the last one closes', async () => {
    const { user, app, testApp } = await openWithToast('info', 'top-right');
    const notification = { type: 'error', placement: 'top-right', content: failed('internal') } as const;
    actorOf(app.system, 'toasts').send({ type: 'notify', notification });
    const second = await findToast('top-right', messages.unexpected);
    const [link, other] = [
      screen.getByRole('button', { name: 'Menu' }),
      screen.getByRole('button', { name: 'Sign In' }),
    ];
    link.focus();
    await user.keyboard('[F8]{Tab}{Escape}');
    expect([link, other, document.body]).not.toContain(document.activeElement);
    other.focus();
    vi.setTimerTickMode('manual');
    await passTime(testApp, 6000);
    expect(second.isConnected).toBe(false);
    expect(document.activeElement).toBe(other);
  });

  // A toast with the focus would stay until the focus leaves it.
  test('a click on a toast leaves the focus where it was', async () => {
    const { user, toast } = await openWithToast('info', 'top-right');
    const menu = screen.getByRole('button', { name: 'Menu' });
    menu.focus();
    await user.click(toast);
    expect(document.activeElement).toBe(menu);
  });

  test('the first toast above an open dialog can be dismissed without closing the dialog', async () => {
    const { user, network, testApp } = await openSignedIn(KID_TONIGHT, { balance: 100_000 });
    const dialog = within(await reviewPurchase(user, [12]));
    network.nextCall('POST user/tickets', broken);
    const again = network.holdNext('POST user/tickets');
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    const toast = (await findToast('bottom-left', API_MESSAGES.broken)).closest('li');
    if (toast === null) throw new Error('The text is not in a toast');
    await user.click(within(toast).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(toast.isConnected).toBe(false), { timeout: 1500 });
    await passTime(testApp, 1000);
    await again.arrived;
    expect(screen.getByRole('dialog', { name: 'Buy Tickets' })).toBeTruthy();
  });
});
