import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { seatName } from '#domain/seats.ts';
import type { ToastPlacement } from '#machines/toastsMachine.ts';

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
  return screen.findByRole('dialog', { name: 'Buy Tickets' });
}

/** A toast with this text in its corner, where assistive technology can reach it. */
export async function findToast(placement: ToastPlacement, text: string): Promise<HTMLElement> {
  const corner = await screen.findByRole('region', { name: new RegExp(`^Notifications, ${placement}`) });
  return within(corner).findByText(text);
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
