import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FEED_SILENCE } from '#domain/timings.ts';
import { addPerson, buy } from '../server/people.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import { findSeat, KID_TONIGHT, hide, visitMovies } from './visitor.ts';

async function isSold(seatNumber: number) {
  await waitFor(async () => expect((await findSeat(seatNumber)).ariaDisabled).toBe('true'));
}

describe('live seats', () => {
  test('the page follows one feed while it is on the screen, and fetches nothing while heartbeats come', async () => {
    const { testApp, network, user } = await openSignedIn(KID_TONIGHT, { balance: 500_000 });
    const buyer = await addPerson(testApp, { balance: 500_000 });
    await findSeat(1);
    await waitFor(() => expect(network.openFeeds(), 'the open seat feeds').toBe(1));
    await passTime(testApp, 2 * FEED_SILENCE);
    expect(network.callsOf('GET booked-seats/{title}')).toHaveLength(1);
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
