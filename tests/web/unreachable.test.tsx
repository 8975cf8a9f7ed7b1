import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addPerson, buy } from '../server/people.ts';
import {
  answeredByProxy,
  broken,
  garbage,
  overloaded,
  unreachable,
  type MockResponse,
  type Network,
} from './network.ts';
import { openTestApp, openProduct, passTime, TOKEN_KEY } from './openProduct.tsx';
import { arriveAt, findOpenDialog, quietLine } from './visitor.ts';

const ASKS_AGAIN = 'The cinema cannot be reached. Check your connection and try again.';
const UNREACHABLE = 'The cinema cannot be reached. Check your connection and try again.';

const unanswered: readonly (readonly [string, MockResponse])[] = [
  ['no connection', unreachable],
  ['503', overloaded],
  ['502 with an HTML body', answeredByProxy(502)],
  ['504 with an HTML body', answeredByProxy(504)],
  ['something else that answers', garbage],
];

/** Pages opened by somebody with a ticket, while the first calls meet this fate. */
async function openCutOff(path: string, mockResponse: MockResponse, times = 1) {
  const testApp = await openTestApp();
  const person = await addPerson(testApp, { balance: 200_000 });
  const ticket = await buy(testApp, person, { seatNumbers: [12, 13] });
  window.localStorage.setItem('nobar-now.tickets', JSON.stringify({ userId: person.id, tickets: [ticket] }));
  const prepare = (network: Network) => {
    for (let time = 0; time < times; time += 1) network.nextCall('GET user/info', mockResponse);
  };
  const product = await openProduct(testApp, path, { person, prepare });
  await waitFor(() => expect(quietLine()).toBe(ASKS_AGAIN));
  return { testApp, person, ticket, ...product };
}

describe('no connection is not a refusal', () => {
  test.each(unanswered)(
    '%s at the load: the token stays, the quiet line says so, Sign In shows; no toast, no dialog',
    async (_, mockResponse) => {
      const { person } = await openCutOff('/', mockResponse);
      expect(window.localStorage.getItem(TOKEN_KEY)).toBe(person.token);
      expect(screen.getByRole('button', { name: 'Sign In' })).toBeTruthy();
      expect(screen.queryByRole('region', { name: /^Notifications/ })).toBeNull();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test.each(unanswered)(
    '%s: asked again after 1, 2 and 5 s, quietly, the visitor is signed in again',
    async (_, mockResponse) => {
      const { testApp, network } = await openCutOff('/', mockResponse, 3);
      await passTime(testApp, 1000);
      await waitFor(() => expect(network.callsOf('GET user/info')).toHaveLength(2));
      await passTime(testApp, 1500);
      expect(screen.queryByText('Loading')).toBeNull();
      await passTime(testApp, 500);
      await waitFor(() => expect(network.callsOf('GET user/info')).toHaveLength(3));
      expect(quietLine()).toBe(ASKS_AGAIN);
      await passTime(testApp, 5000);
      expect(await screen.findByRole('button', { name: 'A Person' })).toBeTruthy();
      expect(quietLine()).toBe('');
      expect(network.callsOf('GET user/info')).toHaveLength(4);
    },
  );

  test('when the browser is online again it is asked at once', async () => {
    const { testApp, network } = await openCutOff('/', unreachable, 4);
    for (const delay of [1000, 2000, 5000]) await passTime(testApp, delay + 50);
    await waitFor(() => expect(network.callsOf('GET user/info')).toHaveLength(4));
    await passTime(testApp, 500);
    expect(quietLine()).toBe(ASKS_AGAIN);
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByRole('button', { name: 'A Person' })).toBeTruthy();
    expect(quietLine()).toBe('');
  });

  test.each(['/my-tickets', '/topup', '/withdraw'])(
    '%s offers Retry and the tickets saved on this device, no guard; Retry opens the page in place',
    async (path) => {
      const { user, network } = await openCutOff(path, unreachable);
      const main = within(screen.getByRole('main'));
      expect(await main.findByText(UNREACHABLE)).toBeTruthy();
      expect(main.getByRole('link', { name: 'The Kid, 05 Mar, 20.35' })).toBeTruthy();
      expect(screen.queryByText('Sign in to see this page')).toBeNull();
      expect(screen.queryByRole('dialog')).toBeNull();
      const call = network.holdNext('GET user/info');
      await user.click(main.getByRole('button', { name: 'Retry' }));
      await call.arrived;
      expect(quietLine()).toBe(ASKS_AGAIN);
      call.release();
      expect(await main.findByText(/^Balance Rp\.130\.000$|^Seats 12 and 13$/)).toBeTruthy();
      expect(screen.queryByText(UNREACHABLE)).toBeNull();
      await arriveAt(path);
    },
  );

  test('a saved ticket opens from there', async () => {
    const { testApp, user, ticket, network } = await openCutOff('/my-tickets', unreachable);
    const again = network.holdNext('GET user/info');
    await user.click(await screen.findByRole('link', { name: 'The Kid, 05 Mar, 20.35' }));
    await arriveAt(`/my-tickets/${ticket.id}`);
    expect(await screen.findByText('Saved on this device')).toBeTruthy();
    expect(screen.getByRole('article', { name: 'The Kid' })).toBeTruthy();
    await passTime(testApp, 1000);
    await again.arrived;
  });

  test('asked again, a token that the server does not know is removed, silently, and the guard stands', async () => {
    const { testApp, person } = await openCutOff('/my-tickets', unreachable);
    await testApp.call('POST', 'user/signout', { token: person.token });
    await passTime(testApp, 1000);
    expect(await screen.findByText('Sign in to see this page')).toBeTruthy();
    expect(window.localStorage.getItem(TOKEN_KEY)).toBeNull();
    expect(window.localStorage.getItem('nobar-now.tickets')).toBeNull();
    expect(quietLine()).toBe('');
    expect(screen.queryByText('Your session has ended. Please sign in again.')).toBeNull();
  });

  test('asked again, an answered failure (500) clears the user silently, too', async () => {
    const { testApp, network } = await openCutOff('/', unreachable);
    network.nextCall('GET user/info', broken);
    await passTime(testApp, 1000);
    await waitFor(() => expect(quietLine()).toBe(''));
    expect(window.localStorage.getItem(TOKEN_KEY)).toBeNull();
    expect(screen.queryByRole('region', { name: /^Notifications/ })).toBeNull();
  });

  test('who signs in meanwhile is signed in, and nobody is asked for any more', async () => {
    const { testApp, user, network } = await openCutOff('/', unreachable);
    const other = await addPerson(testApp, { balance: 50_000 });
    network.nextCall('GET user/info', unreachable);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    const dialog = within(await findOpenDialog('Sign In'));
    await waitFor(() => expect(network.unmet()).toEqual([]), { timeout: 3000 });
    await user.type(dialog.getByLabelText('User name'), `person-${other.id}`);
    await user.type(dialog.getByLabelText('Password'), 'correct horse{Enter}');
    expect(await screen.findByRole('button', { name: 'A Person' })).toBeTruthy();
    const { length } = network.callsOf('GET user/info');
    await passTime(testApp, 30_000);
    expect(network.callsOf('GET user/info')).toHaveLength(length);
    expect(window.localStorage.getItem('nobar-now.tickets')).toBeNull();
    expect(quietLine()).toBe('');
  });
});
