import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPerson, buy } from '../server/people.ts';
import { openSignedIn } from './openProduct.tsx';
import { findSeat, KID_TONIGHT, hide, visitMovies } from './visitor.ts';

async function openSeats() {
  const product = await openSignedIn(KID_TONIGHT, { balance: 500_000 });
  const buyer = await addPerson(product.testApp, { balance: 500_000 });
  await findSeat(1);
  await waitFor(() => expect(product.network.openFeeds(), 'the open seat feeds').toBe(1));
  return { buyer, ...product };
}

async function isSold(seatNumber: number) {
  await waitFor(async () => expect((await findSeat(seatNumber)).ariaDisabled).toBe('true'));
}

describe('live seats', () => {
  test('the page closes the feed while it is hidden and after the user leaves it; shown again, it updates the seats', async () => {
    const { testApp, network, buyer, user } = await openSeats();
    hide(true);
    expect(network.openFeeds(), 'the open seat feeds').toBe(0);
    window.dispatchEvent(new Event('online'));
    await buy(testApp, buyer, { seatNumbers: [20] });
    expect(network.openFeeds(), 'the open seat feeds').toBe(0);
    hide(false);
    await isSold(20);
    expect(network.openFeeds(), 'the open seat feeds').toBe(1);
    await visitMovies(user);
    await waitFor(() => expect(network.openFeeds(), 'the open seat feeds').toBe(0));
  });
});
