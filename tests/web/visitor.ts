import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { seatName } from '#domain/seatNames.ts';
import type { ToastPlacement } from '#machines/toastsMachine.ts';
import { quietLine as quietLineClass } from '../../src/web/shell/shell.css.ts';

/** The Kid, today at 20.35: a film for everybody at Rp.35.000, as an address that opens its seats. */
export const KID_TONIGHT = '/movie/The%20Kid?date=05+Mar&time=20.35';

/** A seat's button on the map. */
export function findSeat(seatNumber: number): Promise<HTMLElement> {
  return screen.findByLabelText(seatName(seatNumber));
}

/** Clicks free or selected seats one after the other. */
export async function clickSeats(user: UserEvent, seatNumbers: readonly number[]): Promise<void> {
  for (const seatNumber of seatNumbers) await user.click(await findSeat(seatNumber));
}

/** Chooses seats and opens the buy dialog; gives the dialog. */
export async function reviewPurchase(user: UserEvent, seatNumbers: readonly number[]): Promise<HTMLElement> {
  await clickSeats(user, seatNumbers);
  await user.click(screen.getByRole('button', { name: 'Buy Tickets' }));
  return findOpenDialog('Buy Tickets');
}

/** The dialog that lies open, once it takes the pointer: it is drawn a moment before the page below gives it up. */
export async function findOpenDialog(name: string | RegExp = /./): Promise<HTMLElement> {
  const dialog = await screen.findByRole('dialog', { name });
  await waitFor(() => expect(dialog.style.pointerEvents).toBe('auto'));
  return dialog;
}

/** Waits until no dialog lies open. */
export async function noDialog(): Promise<void> {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

/** A toast with this text in its corner, where assistive technology can reach it. */
export async function findToast(placement: ToastPlacement, text: string): Promise<HTMLElement> {
  // A corner comes with its first toast and goes with its last.
  return waitFor(() =>
    within(screen.getByRole('region', { name: new RegExp(`^Notifications, ${placement}`) })).getByText(text),
  );
}

/** The text that is read out with the title of the dialog that is open. */
export function saidOnOpening(): string {
  const [dialog] = screen.getAllByRole('dialog');
  const description = document.getElementById(dialog?.getAttribute('aria-describedby') ?? '');
  const parts = description?.cloneNode(true);
  if (!(parts instanceof HTMLElement)) return '';
  for (const hidden of parts.querySelectorAll('[aria-hidden=true]')) hidden.remove();
  return parts.textContent;
}

/** The text of the quiet line below the top bar; empty while there is nothing to say. */
export function quietLine(): string {
  return document.querySelector(`.${quietLineClass.said.split(' ').join('.')}`)?.textContent ?? '';
}

/** Goes to Movies by the link of the top bar. */
export async function visitMovies(user: UserEvent): Promise<void> {
  await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Movies' }));
  await arriveAt('/movies');
}

/** Goes back as the browser's own button does, and waits until the pages stand there. */
export async function goBackTo(address: string): Promise<void> {
  window.history.back();
  await arriveAt(address);
}

/** Hides the tab, or shows it again. */
export function hide(hidden: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Clears the site's data as another tab does. */
export function clearSiteData(): void {
  window.localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

/** Opens the user menu behind a display name; gives the menu. */
export async function openUserMenu(user: UserEvent, displayName = 'A Person'): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: displayName, expanded: false });
  await user.click(button);
  return screen.findByRole('menu');
}

/** Waits until the pages stand at this address. */
export async function arriveAt(address: string): Promise<void> {
  await waitFor(() => expect(whereabouts()).toBe(address));
}

/** Path and query of the page that stands open. */
export function whereabouts(): string {
  return `${window.location.pathname}${window.location.search}`;
}
