import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { addPerson, buy, PASSWORD, soldSeats } from '../server/people.ts';
import { answerLost } from './network.ts';
import { openHouse, openProduct, passTime } from './openProduct.tsx';
import { arriveAt, clickSeats, findSeat, findToast, KID_TONIGHT, reviewPurchase } from './visitor.ts';

async function openSeats() {
  const house = await openHouse();
  const [person, somebody] = [
    await addPerson(house, { balance: 500_000 }),
    await addPerson(house, { balance: 500_000 }),
  ];
  const product = await openProduct(house, KID_TONIGHT, { person });
  await findSeat(1);
  await waitFor(() => expect(product.network.openFeeds()).toBe(1));
  return { house, person, somebody, ...product };
}

async function expectSeat(seatNumber: number, state: 'free' | 'booked' | 'selected') {
  await waitFor(async () => {
    const seat = await findSeat(seatNumber);
    expect(
      seat.getAttribute('aria-disabled') === 'true' ? 'booked' : seat.ariaPressed === 'true' ? 'selected' : 'free',
    ).toBe(state);
  });
}

function hide(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('live seats', () => {
  test('seats sold and freed elsewhere change on screen, and nothing is said of them', async () => {
    const { house, somebody } = await openSeats();
    const ticket = await buy(house, somebody, { seatNumbers: [20] });
    await expectSeat(20, 'booked');
    const body = { ticketId: ticket.id, password: PASSWORD };
    await house.call('DELETE', 'user/tickets', { token: somebody.token, body });
    await expectSeat(20, 'free');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a seat lost from the selection is announced by name and turns booked, the others stay', async () => {
    const { house, somebody, user } = await openSeats();
    await clickSeats(user, [12, 13]);
    await buy(house, somebody, { seatNumbers: [12] });
    expect(await findToast('bottom-left', 'Seat 12 has just been taken')).toBeTruthy();
    await expectSeat(12, 'booked');
    await expectSeat(13, 'selected');
    expect(screen.getByText('Rp.35.000', { selector: 'p' })).toBeTruthy();
  });

  test('the open buy dialog tells of a seat lost, its total follows, and what is left is bought', async () => {
    const { house, somebody, user } = await openSeats();
    const dialog = within(await reviewPurchase(user, [12, 13]));
    await buy(house, somebody, { seatNumbers: [12] });
    expect((await dialog.findByRole('alert')).textContent).toBe('Seat 12 has just been taken');
    expect(dialog.getByText('Seat 13')).toBeTruthy();
    expect(dialog.getByText('Rp.35.000')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    expect(await findToast('bottom-left', 'Successful purchase of tickets')).toBeTruthy();
    expect(await soldSeats(house)).toMatchObject([{ seatNumbers: [12, 13] }]);
  });

  test('the visitor’s own purchase is never announced as seats lost', async () => {
    const { house, network, user } = await openSeats();
    const dialog = within(await reviewPurchase(user, [12, 13]));
    const { arrived, release } = network.holdNext('POST user/tickets');
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await arrived;
    release();
    await findToast('bottom-left', 'Successful purchase of tickets');
    expect(screen.queryByText(/just been taken/)).toBeNull();
    await passTime(house, 1500);
    await arriveAt('/');
    expect(network.openFeeds()).toBe(0);
  });

  test('nor are its own seats when the answer was lost: the same purchase is asked again and found done', async () => {
    const { house, network, user } = await openSeats();
    const dialog = within(await reviewPurchase(user, [12, 13]));
    network.nextCall('POST user/tickets', answerLost);
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await dialog.findByRole('alert');
    await waitFor(() => expect(network.openFeeds()).toBe(1));
    expect(await soldSeats(house)).toMatchObject([{ seatNumbers: [12, 13] }]);
    await passTime(house, 500);
    expect(screen.queryByText(/just been taken/)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Buy' }));
    await findToast('bottom-left', 'Successful purchase of tickets');
    const [first, second] = network.callsOf('POST user/tickets');
    expect(second).toEqual(first);
  });

  test('without the feed the seats are fetched at once and every 5 s, quietly, until it is back', async () => {
    const { house, network, somebody, user } = await openSeats();
    await clickSeats(user, [12]);
    network.nextCall('GET booked-seats/{title}', () => Promise.reject(new TypeError('fetch failed')));
    network.cutFeeds();
    await waitFor(() => expect(network.callsOf('GET booked-seats/{title}')).toHaveLength(2));
    await buy(house, somebody, { seatNumbers: [12, 30] });
    expect(screen.queryByRole('alert')).toBeNull();
    await passTime(house, 5000);
    await expectSeat(30, 'booked');
    expect(await findToast('bottom-left', 'Seat 12 has just been taken')).toBeTruthy();
    network.mendFeeds();
    await passTime(house, 3000);
    await waitFor(() => expect(network.openFeeds()).toBe(1));
    await buy(house, somebody, { seatNumbers: [40] });
    await expectSeat(40, 'booked');
    const fetched = network.callsOf('GET booked-seats/{title}').length;
    await passTime(house, 10_000);
    expect(network.callsOf('GET booked-seats/{title}')).toHaveLength(fetched);
  });

  test('a hidden page holds no feed, and seen again it shows what was sold meanwhile', async () => {
    const { house, network, somebody } = await openSeats();
    hide(true);
    expect(network.openFeeds()).toBe(0);
    await buy(house, somebody, { seatNumbers: [20] });
    hide(false);
    await expectSeat(20, 'booked');
    expect(network.openFeeds()).toBe(1);
  });

  test('a page that is left holds no feed', async () => {
    const { network, user } = await openSeats();
    await user.click(screen.getAllByRole('link', { name: 'Movies' })[0] ?? document.body);
    await arriveAt('/movies');
    await waitFor(() => expect(network.openFeeds()).toBe(0));
  });
});
