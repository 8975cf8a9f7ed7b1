import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { takeComplaints } from './complaints.ts';
import { openTestApp, openProduct, openSignedIn } from './openProduct.tsx';

const BUG = 'x is not a function';
const WENT_WRONG = 'Something went wrong. Please try again.';
const UNREACHABLE = 'The cinema cannot be reached. Check your connection and try again.';

vi.mock('../../src/web/pages/about/AboutPage.tsx', () => ({
  default: () => {
    throw new TypeError(BUG);
  },
}));
vi.mock('../../src/web/pages/movies/MoviesPage.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../src/web/components/ConfirmDialog.tsx', () => Promise.reject(new TypeError('Failed to fetch')));
vi.mock('../../src/web/shell/UserMenu.tsx', () => Promise.reject(new TypeError('Failed to fetch')));

async function findAlert(message: string) {
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(message)).toBeTruthy();
  expect(alert.getByRole('button', { name: 'Retry' })).toBeTruthy();
}

describe('section 8: a part of the product that cannot be drawn', () => {
  test('a page with a bug says that something went wrong, the console says what, and the rest stands', async () => {
    const { user } = await openProduct(await openTestApp(), '/about');
    await findAlert(WENT_WRONG);
    expect(takeComplaints().join('\n')).toContain(BUG);
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Home' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a page whose code cannot be fetched says that the cinema cannot be reached', async () => {
    await openProduct(await openTestApp(), '/movies');
    await findAlert(UNREACHABLE);
    expect(takeComplaints().join('\n')).toContain(UNREACHABLE);
    expect(screen.getByRole('banner')).toBeTruthy();
  });

  test('a dialog whose code cannot be fetched says so in the place of its page, and the frame stands', async () => {
    const { user } = await openSignedIn('/topup');
    await user.click(await screen.findByRole('radio', { name: '50k' }));
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Top Up' }));
    await findAlert(UNREACHABLE);
    expect(takeComplaints().join('\n')).toContain(UNREACHABLE);
    expect(screen.getByRole('banner')).toBeTruthy();
  });

  test('a menu whose code cannot be fetched says so only when it is opened, and takes nothing away', async () => {
    const { user } = await openSignedIn('/');
    const name = await screen.findByRole('button', { name: 'A Person' });
    await vi.waitFor(() => expect(takeComplaints().join('\n')).toContain(UNREACHABLE));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(name);
    await findAlert(UNREACHABLE);
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' })).toBeTruthy();
    await user.click(name);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
