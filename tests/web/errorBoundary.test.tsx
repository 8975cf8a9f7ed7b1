import { screen, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { prefetchAndOffer } from '../../src/web/router/prefetch.ts';
import { takeComplaints } from './complaints.ts';
import { openTestApp, openProduct, openSignedIn, passTime } from './openProduct.tsx';

const BUG = 'x is not a function';

vi.mock('../../src/web/pages/about/AboutPage.tsx', () => ({
  data: undefined,
  default: () => {
    throw new TypeError(BUG);
  },
}));
vi.mock('../../src/web/pages/movies/MoviesPage.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../src/web/components/ConfirmDialog.tsx', () => Promise.reject(new TypeError('Failed to fetch')));

async function findAlert(message: string) {
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(message)).toBeTruthy();
  expect(alert.getByRole('button', { name: 'Retry' })).toBeTruthy();
}

describe('section 8: rendering errors', () => {
  test('a page that throws shows an error message and logs the error; the rest of the product still works', async () => {
    const { user } = await openProduct(await openTestApp(), '/about');
    await findAlert(messages.unexpected);
    expect(takeComplaints().join('\n')).toContain(BUG);
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Home' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a page whose code cannot be fetched shows an error when it is opened, but not when the user hovers over its link', async () => {
    const testApp = await openTestApp();
    const { app, user } = await openProduct(testApp, '/');
    const link = within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Movies' });
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    onTestFinished(() => void process.off('unhandledRejection', note));
    const listening = vi.spyOn(document, 'addEventListener');
    listening.mockImplementation((...args) => link.addEventListener(...args));
    prefetchAndOffer(window, app);
    listening.mockRestore();
    await user.hover(link);
    await passTime(testApp, 1000);
    expect([unhandled, screen.queryByRole('alert')]).toEqual([[], null]);
    await user.click(link);
    await findAlert(messages.unreachable);
  });

  test('a dialog whose code cannot be fetched shows an error in place of its page; the top bar remains', async () => {
    const { user } = await openSignedIn('/topup');
    await user.click(await screen.findByRole('radio', { name: '50k' }));
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Top Up' }));
    await findAlert(messages.unreachable);
    expect(takeComplaints().join('\n')).toContain('CallFailed: unreachable');
    expect(screen.getByRole('banner')).toBeTruthy();
  });
});
