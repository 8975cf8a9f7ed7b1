import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { overlay as overlayClass } from '../../src/web/layout/shell.css.ts';
import { addPerson } from '../server/people.ts';
import type { CallKind, Network } from './network.ts';
import { openTestApp, openProduct, passTime } from './openProduct.tsx';

const hold = (kind: CallKind) => (network: Network) => {
  network.holdNext(kind);
};

function overlay(): HTMLElement | null {
  return document.querySelector<HTMLElement>(`${selectorOf(overlayClass.visible)}, ${selectorOf(overlayClass.fading)}`);
}

function selectorOf(className: string): string {
  return `.${className.replaceAll(' ', '.')}`;
}

describe('section 2: the full-screen loading overlay', () => {
  test('shows the wordmark above the rendered page and is removed 1000 ms after loading ends (section 4)', async () => {
    const testApp = await openTestApp();
    const { network } = await openProduct(testApp, '/', { prepare: hold('GET movie') });
    const shown = overlay();
    expect(shown?.className).toBe(overlayClass.visible);
    expect(shown?.textContent).toContain('Nobar Now');
    expect(screen.getByText('Loading').role).toBe('status');
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' })).toBeTruthy();
    await network.settle();
    await screen.findByRole('region', { name: 'Now Showing' });
    expect(shown?.className).toBe(overlayClass.fading);
    expect(screen.queryByText('Loading')).toBeNull();
    vi.setTimerTickMode('manual');
    await passTime(testApp, 500);
    expect(shown?.isConnected).toBe(true);
    await passTime(testApp, 500);
    expect(shown?.isConnected).toBe(false);
  });

  test.each<[CallKind, string]>([
    ['GET user/info', '/topup'],
    ['GET user/tickets', '/my-tickets'],
  ])('shows during the request %s on %s', async (kind, path) => {
    const testApp = await openTestApp();
    const person = await addPerson(testApp);
    const { network } = await openProduct(testApp, path, { person, prepare: hold(kind) });
    await vi.waitFor(() => expect(network.callsOf(kind)).toHaveLength(1));
    await passTime(testApp, 3000);
    expect(overlay()?.className).toBe(overlayClass.visible);
  });
});
