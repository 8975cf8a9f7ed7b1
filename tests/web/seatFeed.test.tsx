import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { FEED_HEARTBEAT, FEED_SILENCE } from '#domain/timings.ts';
import { addPerson, buy } from '../server/people.ts';
import { type Network, unreachable } from './network.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import { clickSeats, findSeat, findToast, KID_TONIGHT, hide, visitMovies } from './visitor.ts';

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

/** The number of requests for the seats, apart from the feed. */
function fetches({ network }: { readonly network: Network }) {
  return network.callsOf('GET booked-seats/{title}').length;
}

describe('live seats', () => {
  test('while the feed is disconnected, the page fetches the seats at once and every 10 s without an error message', async () => {
    const product = await openSeats();
    const { testApp, network, buyer, user } = product;
    await clickSeats(user, [12]);
    network.nextCall('GET booked-seats/{title}', unreachable);
    network.cutFeeds();
    await waitFor(() => expect(fetches(product)).toBe(2));
    await buy(testApp, buyer, { seatNumbers: [12, 30] });
    expect(screen.queryByRole('alert')).toBeNull();
    await passTime(testApp, 10_000);
    await isSold(30);
    expect(await findToast('bottom-left', 'Seat 12 has just been taken')).toBeTruthy();
    network.mendFeeds();
    await passTime(testApp, 3000);
    await waitFor(() => expect(network.openFeeds(), 'the open seat feeds').toBe(1));
    await buy(testApp, buyer, { seatNumbers: [40] });
    await isSold(40);
    const fetched = fetches(product);
    await passTime(testApp, 60_000);
    expect(fetches(product)).toBe(fetched);
  });

  test('while something holds the feed back, the page fetches the seats every 10 s, and shows no message', async () => {
    const product = await openSeats();
    const { testApp, network, buyer } = product;
    await buy(testApp, buyer, { seatNumbers: [5] });
    await isSold(5);
    expect(fetches(product)).toBe(1);
    network.holdFeedsBack();
    await buy(testApp, buyer, { seatNumbers: [30] });
    await passTime(testApp, FEED_SILENCE);
    await isSold(30);
    await buy(testApp, buyer, { seatNumbers: [31] });
    await passTime(testApp, 10_000);
    await isSold(31);
    expect([fetches(product), screen.queryByRole('alert')]).toEqual([3, null]);
    network.passFeedsOn();
    await passTime(testApp, FEED_HEARTBEAT);
    const fetched = fetches(product);
    await passTime(testApp, 60_000);
    expect(fetches(product)).toBe(fetched);
  });

  test('the page opens another feed when the browser is online again', async () => {
    const { network } = await openSeats();
    const opened = network.countFeeds();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(network.openFeeds(), 'the open seat feeds').toBe(1));
    expect(network.countFeeds()).toBe(opened + 1);
  });

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

  test('a page that is hidden while it loads opens its feed when it is shown', async () => {
    hide(true);
    const { network } = await openSignedIn(KID_TONIGHT);
    await findSeat(1);
    expect(network.countFeeds()).toBe(0);
    hide(false);
    await waitFor(() => expect(network.openFeeds(), 'the open seat feeds').toBe(1));
  });
});
