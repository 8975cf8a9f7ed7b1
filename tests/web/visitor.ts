import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import type { ToastPlacement } from '#machines/toastsMachine.ts';
import { statusLine as statusLineClass } from '../../src/web/layout/shell.css.ts';
import { seatName } from '#messages/seats.ts';

/** The path of the seats of The Kid, today at 20.35: a film for all ages at Rp.35.000. */
export const KID_TONIGHT = '/movie/The%20Kid?date=05+Mar&time=20.35';

/** A seat's button on the map, or its checkbox in the list. */
export function findSeat(seatNumber: number): Promise<HTMLElement> {
  return screen.findByLabelText(seatName(seatNumber));
}

/** Clicks free or selected seats one after the other. In the list, opens the row of a seat first. */
export async function clickSeats(user: UserEvent, seatNumbers: readonly number[]): Promise<void> {
  for (const seatNumber of seatNumbers) {
    const seat = await findSeat(seatNumber);
    const foldedRow = seat.closest('details:not([open])')?.querySelector('summary');
    if (foldedRow instanceof HTMLElement) await user.click(foldedRow);
    await user.click(seat);
  }
}

/** Chooses seats and opens the buy dialog; returns the dialog. */
export async function reviewPurchase(user: UserEvent, seatNumbers: readonly number[]): Promise<HTMLElement> {
  await clickSeats(user, seatNumbers);
  await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
  return findOpenDialog('Buy Tickets');
}

/** Waits until the open dialog accepts pointer events, which it does a moment after it is rendered. */
export async function findOpenDialog(name: string | RegExp = /./): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'));
  return dialog;
}

/** Waits until no dialog is open. */
export async function noDialog(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** Waits for a toast with this text in a corner that assistive technology can reach. */
export async function findToast(placement: ToastPlacement, text: string): Promise<HTMLElement> {
  // The region of a corner exists only while it has toasts.
  return waitFor(() =>
    within(screen.getByRole('region', { name: new RegExp(`^Notifications, ${placement}`) })).getByText(text),
  );
}

/** The accessible description of the open dialog. */
export function saidOnOpening(): string {
  const [dialog] = screen.getAllByRole('dialog');
  const description = document.getElementById(dialog?.getAttribute('aria-describedby') ?? '');
  const parts = description?.cloneNode(true);
  if (!(parts instanceof HTMLElement)) return '';
  for (const hidden of parts.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return parts.textContent;
}

/** The text of the status line below the top bar; empty if it has no message. */
export function statusLine(): string {
  return document.querySelector(`.${statusLineClass.said.split(' ').join('.')}`)?.textContent ?? '';
}

/** Goes to Movies by the link of the top bar. */
export async function visitMovies(user: UserEvent): Promise<void> {
  await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Movies' }));
  await arriveAt('/movies');
}

/** Goes back in the browser's history and waits for the address. */
export async function goBackTo(address: string): Promise<void> {
  window.history.back();
  await arriveAt(address);
}

/** Hides the tab, or shows it again. */
export function hide(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Clears the site's data as if in another tab. */
export function clearSiteData(): void {
  window.localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

/** Opens the user menu behind a display name; returns the menu. */
export async function openUserMenu(user: UserEvent, displayName = 'A Person'): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: displayName, expanded: false });
  await user.click(button);
  return screen.findByRole('menu');
}

/** Waits until the browser has this path and query. */
export async function arriveAt(address: string): Promise<void> {
  await waitFor(() => expect(pathAndQuery()).toBe(address));
}

export function pathAndQuery(): string {
  return `${window.location.pathname}${window.location.search}`;
}

/** The text of the element that describes a field to assistive technology. */
export function descriptionOf(field: HTMLElement): string | null | undefined {
  return document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
}
