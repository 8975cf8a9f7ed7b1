import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPerson, buy } from '../server/people.ts';
import { unreachable } from './network.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import { clickSeats, findSeat, findToast, KID_TONIGHT, hide, visitMovies } from './visitor.ts';

async function openSeats() {
  const product = await openSignedIn(KID_TONIGHT, { balance: 500_000 });
  const buyer = await addPerson(product.testApp, { balance: 500_000 });
  await findSeat(1);
  await waitFor(() => expect(product.network.openFeeds(), 'the open seat feeds').toBe(1));
  return { buyer, ...product };
}

async function isBooked(seatNumber: number) {
  await waitFor(async () => expect((await findSeat(seatNumber)).ariaDisabled).toBe('true'));
}

describe('live seats', () => {
  test('while the feed is disconnected, the page fetches the seats at once and every 5 s without an error message', async () => {
    const { testApp, network, buyer, user } = await openSeats();
    await clickSeats(user, [12]);
    network.nextCall('GET booked-seats/{title}', unreachable);
    network.cutFeeds();
    await waitFor(() => expect(network.callsOf('GET booked-seats/{title}')).toHaveLength(2));
    await buy(testApp, buyer, { seatNumbers: [12, 30] });
    expect(screen.queryByRole('alert')).toBeNull();
    await passTime(testApp, 5000);
    await isBooked(30);
    expect(await findToast('bottom-left', 'Seat 12 has just been taken')).toBeTruthy();
    network.mendFeeds();
    await passTime(testApp, 3000);
    await waitFor(() => expect(network.openFeeds(), 'the open seat feeds').toBe(1));
    await buy(testApp, buyer, { seatNumbers: [40] });
    await isBooked(40);
    const fetched = network.callsOf('GET booked-seats/{title}').length;
    await passTime(testApp, 10_000);
    expect(network.callsOf('GET booked-seats/{title}')).toHaveLength(fetched);
  });

  test('the page closes the feed while it is hidden and after the user leaves it; shown again, it updates the seats', async () => {
    const { testApp, network, buyer, user } = await openSeats();
    hide(true);
    expect(network.openFeeds(), 'the open seat feeds').toBe(0);
    await buy(testApp, buyer, { seatNumbers: [20] });
    expect(network.openFeeds(), 'the open seat feeds').toBe(0);
    hide(false);
    await isBooked(20);
    expect(network.openFeeds(), 'the open seat feeds').toBe(1);
    await visitMovies(user);
    await waitFor(() => expect(network.openFeeds(), 'the open seat feeds').toBe(0));
  });
});
