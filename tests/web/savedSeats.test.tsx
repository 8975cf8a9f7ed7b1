import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { addPerson, buy } from '../server/people.ts';
import { openTestApp, openProduct, passTime } from './openProduct.tsx';
import {
  KID_TONIGHT,
  arriveAt,
  clickSeats,
  findOpenDialog,
  findSeat,
  findToast,
  goBackTo,
  goForwardTo,
  reviewPurchase,
  visitByMenu,
} from './visitor.ts';

const KID_TOMORROW = '/movie/The%20Kid?date=06+Mar&time=20.35';

async function openMovie(balance = 200_000) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance });
  const product = await openProduct(testApp, '/movies', { person });
  await openKidTonight(product.user);
  return { testApp, person, ...product };
}

/** From Movies to the seats of tonight. */
async function openKidTonight(user: UserEvent) {
  await user.click(await screen.findByRole('link', { name: 'The Kid 1921' }));
  await user.click(await screen.findByRole('button', { name: '05 Mar' }));
  await user.click(screen.getByRole('button', { name: '20.35' }));
  await findSeat(1);
}

async function visitMovies(user: UserEvent) {
  const [movies] = screen.getAllByRole('link', { name: 'Movies' });
  if (movies === undefined) throw new Error('No link leads to Movies');
  await user.click(movies);
  await arriveAt('/movies');
}

async function selectionIs(seatNumbers: readonly number[]) {
  await findSeat(1);
  await waitFor(() => {
    const selected = screen.queryAllByRole('button', { name: /^Seat /, pressed: true });
    expect(selected.map((seat) => Number(seat.dataset['seat']))).toEqual(seatNumbers);
  });
}

describe('the seats chosen are kept, per tab and showtime', () => {
  test('over a reload', async () => {
    const { user, reload } = await openMovie();
    await clickSeats(user, [13, 12]);
    reload();
    await selectionIs([12, 13]);
    expect(screen.getByText('Rp.70.000')).toBeTruthy();
  });

  test('over Back and Forward', async () => {
    const { user } = await openMovie();
    await clickSeats(user, [12, 13]);
    await goBackTo('/movies');
    await goForwardTo(KID_TONIGHT);
    await selectionIs([12, 13]);
  });

  test('each showtime has its own', async () => {
    const { user } = await openMovie();
    await clickSeats(user, [12, 13]);
    await user.click(screen.getByRole('button', { name: '06 Mar' }));
    await arriveAt(KID_TOMORROW);
    await selectionIs([]);
    await clickSeats(user, [30]);
    await user.click(screen.getByRole('button', { name: '05 Mar' }));
    await arriveAt(KID_TONIGHT);
    await selectionIs([12, 13]);
    await user.click(screen.getByRole('button', { name: '06 Mar' }));
    await selectionIs([30]);
  });

  test('not once they are bought', async () => {
    const { testApp, user } = await openMovie();
    const dialog = within(await reviewPurchase(user, [12, 13]));
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', 'Successful purchase of tickets');
    await passTime(testApp, 1500);
    await arriveAt('/');
    await visitMovies(user);
    await openKidTonight(user);
    await selectionIs([]);
    expect((await findSeat(12)).textContent).toBe('×');
    expect(screen.queryByText(/just been taken/)).toBeNull();
  });

  test('one sold meanwhile is named, in place and in a toast, and the others stay', async () => {
    const { testApp, user } = await openMovie();
    await clickSeats(user, [12, 13]);
    await visitMovies(user);
    await buy(testApp, await addPerson(testApp, { balance: 100_000 }), { seatNumbers: [12] });
    await goBackTo(KID_TONIGHT);
    await selectionIs([13]);
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 12 has just been taken');
    expect(await findToast('bottom-left', 'Seat 12 has just been taken')).toBeTruthy();
    expect((await findSeat(12)).textContent).toBe('×');
  });
});

describe('the way home replaces the page of the wallet', () => {
  test.each([
    ['Top Up', 'Successfully top up the balance', false],
    ['Withdraw', 'Withdrawal successful', true],
  ])(
    'after %s the redirect adds no step, and Back does not lead to the finished form',
    async (name, success, requiresPassword) => {
      const testApp = await openTestApp();
      const { user } = await openProduct(testApp, '/movies', {
        person: await addPerson(testApp, { balance: 200_000 }),
      });
      await visitByMenu(user, name);
      await user.click(await screen.findByRole('radio', { name: '50k' }));
      await user.click(screen.getByRole('button', { name }));
      const dialog = within(await findOpenDialog(name));
      if (requiresPassword) await user.type(dialog.getByLabelText('Password'), 'correct horse');
      const { length } = window.history;
      await user.click(dialog.getByRole('button', { name: 'Confirm' }));
      await findToast('bottom-left', success);
      await passTime(testApp, 1500);
      await arriveAt('/');
      expect(window.history.length).toBe(length);
      await goBackTo('/movies');
    },
  );
});

describe('what belongs to another showtime or user', () => {
  test('another showtime has no alert of the one before', async () => {
    const { testApp, user } = await openMovie();
    await clickSeats(user, [12, 13]);
    await buy(testApp, await addPerson(testApp, { balance: 100_000 }), { seatNumbers: [12] });
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 12 has just been taken');
    await user.click(screen.getByRole('button', { name: '06 Mar' }));
    await arriveAt(KID_TOMORROW);
    await selectionIs([]);
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: '05 Mar' }));
    await selectionIs([13]);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
