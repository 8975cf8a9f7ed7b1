import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { bookingOf } from '#domain/booking.ts';
import { theKid } from '../server/catalogueMovies.ts';
import { addPerson, buy, PASSWORD } from '../server/people.ts';
import { openTestApp, openProduct, passTime, openSignedIn } from './openProduct.tsx';
import { hide } from './visitor.ts';

/** Somebody with Rp.130.000 and a ticket for seats 12 and 13, with a page open here and another tab beside it. */
async function openTwoTabs(path: string) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 200_000 });
  const ticket = await buy(testApp, person, { seatNumbers: [12, 13] });
  const product = await openProduct(testApp, path, { person });
  await screen.findByText(/^Balance Rp\.130\.000$|^Seats 12 and 13$/);
  const other = product.openTab();
  const isReady = () => other.session.getSnapshot().matches({ signedIn: { ready: 'current' } });
  await waitFor(() => expect(isReady()).toBe(true));
  return { testApp, person, ticket, other, ...product };
}

describe('what one tab changes shows in the other', () => {
  test('a purchase: its ticket, without a word', async () => {
    const { other } = await openTwoTabs('/my-tickets');
    const booking = bookingOf('The Kid', theKid, { date: '05 Mar', time: '20.35' }, [30]);
    other.confirm({ kind: 'purchase', booking, movieId: theKid.id, beside: [] });
    expect(await screen.findByText('Seat 30')).toBeTruthy();
    expect(screen.getAllByRole('listitem', { name: 'The Kid' })).toHaveLength(2);
    expect(screen.queryByText('Successful purchase of tickets')).toBeNull();
  });

  test('a top-up and a withdrawal', async () => {
    const { other } = await openTwoTabs('/withdraw');
    other.confirm({ kind: 'topUp', amount: 50_000 });
    expect(await screen.findByText('Balance Rp.180.000')).toBeTruthy();
    other.confirm({ kind: 'withdrawal', amount: 50_000 }, PASSWORD);
    expect(await screen.findByText('Balance Rp.130.000')).toBeTruthy();
  });
});

describe('a tab that is shown again asks anew', () => {
  test('quietly, and what changed on another device shows', async () => {
    const { testApp, person } = await openTwoTabs('/my-tickets');
    hide(true);
    await buy(testApp, person, { seatNumbers: [30] });
    await passTime(testApp, 5000);
    hide(false);
    expect(screen.queryByText('Loading')).toBeNull();
    expect(await screen.findByText('Seat 30')).toBeTruthy();
  });

  test('at most every 5 s', async () => {
    const { network, testApp } = await openSignedIn('/topup', { balance: 200_000 });
    await screen.findByText('Balance Rp.200.000');
    await network.settle();
    const request = async () => {
      hide(true);
      hide(false);
      await passTime(testApp, 0);
      await network.settle();
      return network.callsOf('GET user/info').length;
    };
    expect(await request(), 'just loaded').toBe(1);
    await passTime(testApp, 5000);
    expect(await request(), 'the calls for the user').toBe(2);
    await passTime(testApp, 4500);
    expect(await request(), 'the calls for the user').toBe(2);
    await passTime(testApp, 500);
    expect(await request(), 'the calls for the user').toBe(3);
  });
});
