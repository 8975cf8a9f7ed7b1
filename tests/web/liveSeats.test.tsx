import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPerson, buy, PASSWORD } from '../server/people.ts';
import { openSignedIn, passTime } from './openProduct.tsx';
import { arriveAt, clickSeats, findSeat, findToast, KID_TONIGHT, reviewPurchase, noDialog, hide } from './visitor.ts';

async function openSeats() {
  const product = await openSignedIn(KID_TONIGHT, { balance: 500_000 });
  const somebody = await addPerson(product.testApp, { balance: 500_000 });
  await findSeat(1);
  await waitFor(() => expect(product.network.openFeeds(), 'the open feeds of live seats').toBe(1));
  return { somebody, ...product };
}

async function expectSeat(seatNumber: number, state: 'free' | 'booked' | 'selected') {
  await waitFor(async () => {
    const seat = await findSeat(seatNumber);
    expect(
      seat.getAttribute('aria-disabled') === 'true' ? 'booked' : seat.ariaPressed === 'true' ? 'selected' : 'free',
    ).toBe(state);
  });
}

describe('live seats', () => {
  test('seats sold and freed elsewhere change on screen, and nothing is said of them', async () => {
    const { testApp, somebody } = await openSeats();
    const ticket = await buy(testApp, somebody, { seatNumbers: [20] });
    await expectSeat(20, 'booked');
    const body = { ticketId: ticket.id, password: PASSWORD };
    await testApp.call('DELETE', 'user/tickets', { token: somebody.token, body });
    await expectSeat(20, 'free');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('reliability 42: a seat lost while reviewing leads back to the hall, is named, and nothing is bought', async () => {
    const { testApp, network, somebody, user } = await openSeats();
    await reviewPurchase(user, [17, 18]);
    await buy(testApp, somebody, { seatNumbers: [17] });
    expect(await findToast('bottom-left', 'Seat 17 has just been taken')).toBeTruthy();
    await noDialog();
    expect((await screen.findByRole('alert')).textContent).toBe('Seat 17 has just been taken');
    await expectSeat(17, 'booked');
    await expectSeat(18, 'selected');
    expect(network.callsOf('POST user/tickets')).toEqual([]);
  });

  test('without the feed the seats are fetched at once and every 5 s, quietly, until it is back', async () => {
    const { testApp, network, somebody, user } = await openSeats();
    await clickSeats(user, [12]);
    network.nextCall('GET booked-seats/{title}', () => Promise.reject(new TypeError('fetch failed')));
    network.cutFeeds();
    await waitFor(() => expect(network.callsOf('GET booked-seats/{title}')).toHaveLength(2));
    await buy(testApp, somebody, { seatNumbers: [12, 30] });
    expect(screen.queryByRole('alert')).toBeNull();
    await passTime(testApp, 5000);
    await expectSeat(30, 'booked');
    expect(await findToast('bottom-left', 'Seat 12 has just been taken')).toBeTruthy();
    network.mendFeeds();
    await passTime(testApp, 3000);
    await waitFor(() => expect(network.openFeeds(), 'the open feeds of live seats').toBe(1));
    await buy(testApp, somebody, { seatNumbers: [40] });
    await expectSeat(40, 'booked');
    const fetched = network.callsOf('GET booked-seats/{title}').length;
    await passTime(testApp, 10_000);
    expect(network.callsOf('GET booked-seats/{title}')).toHaveLength(fetched);
  });

  test('a hidden page holds no feed, and seen again it shows what was sold meanwhile', async () => {
    const { testApp, network, somebody } = await openSeats();
    hide(true);
    expect(network.openFeeds(), 'the open feeds of live seats').toBe(0);
    await buy(testApp, somebody, { seatNumbers: [20] });
    expect(network.openFeeds(), 'the open feeds of live seats').toBe(0);
    hide(false);
    await expectSeat(20, 'booked');
    expect(network.openFeeds(), 'the open feeds of live seats').toBe(1);
  });

  test('a page that is left holds no feed', async () => {
    const { network, user } = await openSeats();
    await user.click(screen.getAllByRole('link', { name: 'Movies' })[0] ?? document.body);
    await arriveAt('/movies');
    await waitFor(() => expect(network.openFeeds(), 'the open feeds of live seats').toBe(0));
  });
});
