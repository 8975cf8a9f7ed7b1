import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { frame } from '../../src/web/shell/Overlay.css.ts';
import { addPerson } from '../server/people.ts';
import type { CallKind, Network } from './network.ts';
import { openTestApp, openProduct, passTime } from './openProduct.tsx';

const hold = (kind: CallKind) => (network: Network) => {
  network.holdNext(kind);
};

function overlay(): HTMLElement | null {
  const status = screen.queryByText('Loading');
  return status?.parentElement ?? null;
}

function shownOverlay(): HTMLElement {
  const shown = overlay();
  if (shown === null) throw new Error('The overlay is not shown');
  return shown;
}

describe('section 2: the full-screen loading overlay', () => {
  test('it has the wordmark, the page laid out beneath it, and fades out 1000 ms after the loading flag clears (section 4)', async () => {
    const testApp = await openTestApp();
    const { network } = await openProduct(testApp, '/', { prepare: hold('GET movie') });
    const shown = shownOverlay();
    expect(shown.className).toBe(frame.visible);
    expect(within(shown).getByText('Now').parentElement?.textContent).toBe('Nobar Now');
    expect(within(shown).getByRole('status').textContent).toBe('Loading');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' })).toBeTruthy();
    await network.settle();
    await screen.findByRole('region', { name: 'Now Showing' });
    expect(shown.className).toBe(frame.fading);
    vi.setTimerTickMode('manual');
    await passTime(testApp, 500);
    expect(shown.isConnected).toBe(true);
    await passTime(testApp, 500);
    expect(shown.isConnected).toBe(false);
  });

  test('tickets being fetched hold it on My Tickets alone', async () => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    const { network } = await openProduct(testApp, '/', { person, prepare: hold('GET user/tickets') });
    await vi.waitFor(() => expect(network.callsOf('GET user/tickets')).toHaveLength(1));
    await screen.findByRole('region', { name: 'Now Showing' });
    await passTime(testApp, 1000);
    expect(overlay()).toBeNull();
  });

  test.each<[CallKind, string]>([
    ['GET movie', '/movies'],
    ['GET user/info', '/topup'],
    ['GET user/tickets', '/my-tickets'],
  ])('on during the fetch %s', async (kind, path) => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    const { network } = await openProduct(testApp, path, { person, prepare: hold(kind) });
    await vi.waitFor(() => expect(network.callsOf(kind)).toHaveLength(1));
    await passTime(testApp, 3000);
    expect(shownOverlay().className).toBe(frame.visible);
  });

  test('after 10 s it says that it is taking longer than usual and offers to carry on browsing', async () => {
    const testApp = await openTestApp();
    const { user, network } = await openProduct(testApp, '/movies', { prepare: hold('GET movie') });
    await screen.findByRole('searchbox');
    await passTime(testApp, 9000);
    expect(screen.queryByRole('alert')).toBeNull();
    await passTime(testApp, 1000);
    expect((await screen.findByRole('alert')).textContent).toBe('This is taking longer than usual');
    await user.click(screen.getByRole('button', { name: 'Carry on browsing' }));
    expect(overlay()).toBeNull();
    await user.type(screen.getByRole('searchbox', { name: 'Search movies' }), 'kid');
    await network.settle();
    expect(await screen.findByRole('link', { name: 'The Kid 1921' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Nosferatu 1922' })).toBeNull();
    expect(overlay()).toBeNull();
  });

  test('no request timeout is set: an answer after five minutes still counts (section 7)', async () => {
    const testApp = await openTestApp();
    const { network } = await openProduct(testApp, '/movies', { prepare: hold('GET movie') });
    await passTime(testApp, 300_000);
    await network.settle();
    expect(await screen.findByRole('link', { name: 'The Kid 1921' })).toBeTruthy();
  });
});
