import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { messages } from '#domain/messages.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import {
  KID_TONIGHT,
  arriveAt,
  clickSeats,
  findOpenDialog,
  findSeat,
  findToast,
  goBackTo,
  visitByMenu,
} from './visitor.ts';

async function selectionIs(seatNumbers: readonly number[]) {
  await findSeat(1);
  await waitFor(() => {
    const selected = screen.queryAllByRole('button', { name: /^Seat /, pressed: true });
    expect(selected.map((seat) => Number(seat.dataset['seat']))).toEqual(seatNumbers);
  });
}

describe('the seats chosen are kept, per tab and showtime', () => {
  test('each showtime has its own, also over a reload', async () => {
    const { user, reload } = await openSignedIn(KID_TONIGHT);
    await clickSeats(user, [12, 13]);
    await user.click(screen.getByRole('button', { name: '06 Mar' }));
    await arriveAt('/movie/The%20Kid?date=06+Mar&time=20.35');
    await selectionIs([]);
    await clickSeats(user, [30]);
    await user.click(screen.getByRole('button', { name: '05 Mar' }));
    await arriveAt(KID_TONIGHT);
    await selectionIs([12, 13]);
    reload();
    await selectionIs([12, 13]);
    await user.click(screen.getByRole('button', { name: '06 Mar' }));
    await selectionIs([30]);
  });
});

describe('the way home replaces the page of the wallet', () => {
  test('after Top Up the redirect adds no step, and Back does not lead to the finished form', async () => {
    const { user, testApp } = await openSignedIn('/movies');
    await visitByMenu(user, 'Top Up');
    await user.click(await screen.findByRole('radio', { name: '50k' }));
    await user.click(screen.getByRole('button', { name: 'Top Up' }));
    const dialog = within(await findOpenDialog('Top Up'));
    const { length } = window.history;
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await findToast('bottom-left', messages.topUpSuccess);
    await passTime(testApp, 1500);
    await arriveAt('/');
    expect(window.history.length).toBe(length);
    await goBackTo('/movies');
  });
});
