import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { StoredText } from '#machines/environment.ts';
import { createServerClock } from '../../src/web/browser/serverClock.ts';
import { addPerson, buy } from '../server/people.ts';
import { unreachable } from './network.ts';
import { openDocument } from './openDocument.tsx';
import { openProduct, openTestApp, passTime } from './openProduct.tsx';
import { arriveAt, KID_TONIGHT } from './visitor.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SERVER_DAYS = ['05 Mar', '06 Mar', '07 Mar', '08 Mar', '09 Mar'];

function days(): (string | null)[] {
  const group = within(screen.getByRole('group', { name: 'Date' }));
  return group.getAllByRole('button').map((button) => button.textContent);
}

/** A ticket for 5 March, 20.35, ten hours after the server's current time. */
async function buyTicket() {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 200_000 });
  return { testApp, person, ticket: await buy(testApp, person, { seatNumbers: [12] }) };
}

describe('section 2, Screens, and reliability 15: dates and times follow the server’s clock, not the device’s', () => {
  test('with a device clock that is 26 hours ahead, a film opened by a link offers the server’s days', async () => {
    const { user } = await openDocument(await openTestApp(), '/movies', { ahead: 26 * HOUR });
    await user.click(await screen.findByRole('link', { name: 'The Kid 1921' }));
    await arriveAt('/movie/The%20Kid');
    await screen.findByRole('group', { name: 'Date' });
    await waitFor(() => expect(days()).toEqual(SERVER_DAYS));
  });

  test('with a device clock that is 26 hours late, a client-rendered page offers them after the first response', async () => {
    await openProduct(await openTestApp(), KID_TONIGHT, { ahead: -26 * HOUR });
    await screen.findByRole('group', { name: 'Date' });
    await waitFor(() => expect(days()).toEqual(SERVER_DAYS));
  });

  test('an open film page follows the server’s clock, also after the device has slept', async () => {
    const testApp = await openTestApp();
    await openDocument(testApp, '/movie/The%20Kid', { ahead: 26 * HOUR });
    await passTime(testApp, 6000);
    await waitFor(() => expect(days()).toEqual(SERVER_DAYS));
    // While a device sleeps, no timer runs but its clock advances.
    testApp.clock.now += DAY;
    await passTime(testApp, 6000);
    expect(days()).toEqual(['06 Mar', '07 Mar', '08 Mar', '09 Mar', '10 Mar']);
  });

  test('with a device clock that is three days ahead, a ticket that can be refunded offers Cancel', async () => {
    const { testApp, person } = await buyTicket();
    await openProduct(testApp, '/my-tickets', { person, ahead: 3 * DAY });
    const main = within(screen.getByRole('main'));
    expect(await main.findByRole('button', { name: 'Cancel' })).toBeTruthy();
    expect(main.queryByRole('button', { name: 'Expired' })).toBeNull();
  });

  test('a start without a connection uses the clock offset from an earlier response', async () => {
    const { testApp, person, ticket } = await buyTicket();
    const { network, reload } = await openProduct(testApp, `/my-tickets/${ticket.id}`, { person, ahead: 3 * DAY });
    await screen.findByRole('article', { name: 'The Kid' });
    network.nextCall('GET user/info', unreachable);
    network.nextCall('GET movie', unreachable);
    reload();
    expect(await screen.findByText('Saved on this device')).toBeTruthy();
    expect(screen.queryByText('Expired: the showtime has begun')).toBeNull();
    expect(screen.getByRole('button', { name: 'Invite friends' })).toBeTruthy();
  });

  test('a tab that is shown again refreshes its account, although a response has set the clock back by days', async () => {
    const { testApp, person } = await buyTicket();
    const { network } = await openProduct(testApp, '/my-tickets', { person, ahead: 3 * DAY });
    await within(screen.getByRole('main')).findByRole('button', { name: 'Cancel' });
    const before = network.callsOf('GET user/info').length;
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(network.callsOf('GET user/info')).toHaveLength(before + 1));
  });
});

const NOON = Date.parse('2026-03-05T12:00:00Z');

describe('the server’s clock', () => {
  /** A clock on a device that is two days ahead; `respond` sends a request and handles the response. */
  function openClock({ saved = '' }: { saved?: string } = {}) {
    const device = { now: NOON + 2 * DAY };
    const storage = { text: saved, writes: 0 };
    const stored: StoredText = {
      read: () => storage.text,
      write: (text) => {
        storage.text = text;
        storage.writes += 1;
      },
      remove: () => undefined,
      subscribe: () => () => undefined,
    };
    const clock = createServerClock({ deviceNow: () => device.now, zone: 'Asia/Jakarta', stored });
    const respond = async (headers: Record<string, string>, { status = 200, passed = 0 } = {}) => {
      const send = clock.correctBy(async () => {
        device.now += passed;
        return new Response(null, { status, headers });
      });
      await send('http://localhost/api/health/live');
      return clock.now();
    };
    return { clock, device, storage, respond };
  }

  test('ignores a response whose Date differs by less than the second to which Date headers are rounded', async () => {
    const { respond, storage } = openClock({ saved: String(-2 * DAY + 500) });
    expect(await respond({ date: dateAt(NOON) })).toBe(NOON + 500);
    expect(storage.writes).toBe(0);
  });

  test('is corrected by a slow response only as far as the response proves', async () => {
    const { device, respond } = openClock({ saved: String(-2 * DAY) });
    expect(await respond({ date: dateAt(NOON) }, { passed: 30_000 })).toBe(NOON + 30_000);
    expect(await respond({ date: dateAt(NOON + 90_000) }, { passed: 20_000 })).toBe(NOON + 90_000);
    expect(device.now).toBe(NOON + 2 * DAY + 50_000);
  });

  test('follows the next response after the user has changed the device’s clock', async () => {
    const { device, respond } = openClock();
    await respond({ date: dateAt(NOON) });
    device.now -= 2 * DAY;
    expect(await respond({ date: dateAt(NOON + 5000) })).toBe(NOON + 5000);
  });

  test.each<[string, Record<string, string>, { status?: number }]>([
    ['without a Date', {}, {}],
    ['whose Date cannot be read', { date: 'yesterday' }, {}],
    ['of a gateway', { date: dateAt(NOON) }, { status: 502 }],
  ])('ignores a response %s', async (_, headers, options) => {
    const { device, respond } = openClock();
    expect(await respond(headers, options)).toBe(device.now);
  });

  test.each([
    ['is lost', new TypeError('fetch failed')],
    ['is cancelled', new DOMException('Aborted', 'AbortError')],
  ])('a request that %s rejects with its own error and does not change the clock', async (_, error) => {
    const { clock, device, storage } = openClock();
    await expect(clock.correctBy(() => Promise.reject(error))('http://localhost/api/')).rejects.toBe(error);
    expect([clock.now(), storage.writes]).toEqual([device.now, 0]);
  });

  test.each(['soon', 'Infinity', '1e300', '0.5'])('ignores the invalid stored offset %s', (saved) => {
    const { clock, device } = openClock({ saved });
    expect(clock.now()).toBe(device.now);
  });

  test('calls a listener when a response corrects it, until the listener unsubscribes', async () => {
    const { clock, respond } = openClock();
    const listener = vi.fn<() => void>();
    const stop = clock.every(DAY, listener);
    await respond({ date: dateAt(NOON) });
    await respond({ date: dateAt(NOON) });
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    await respond({ date: dateAt(NOON + HOUR) });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

function dateAt(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toUTCString();
}
