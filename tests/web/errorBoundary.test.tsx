import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { messages } from '#domain/messages.ts';
import { takeComplaints } from './complaints.ts';
import { openTestApp, openProduct, openSignedIn } from './openProduct.tsx';

const BUG = 'x is not a function';

vi.mock('../../src/web/pages/about/AboutPage.tsx', () => ({
  data: undefined,
  default: () => {
    throw new TypeError(BUG);
  },
}));
vi.mock('../../src/web/components/ConfirmDialog.tsx', () => Promise.reject(new TypeError('Failed to fetch')));

async function findAlert(message: string) {
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText(message)).toBeTruthy();
  expect(alert.getByRole('button', { name: 'Retry' })).toBeTruthy();
}

describe('section 8: a part of the product that cannot be rendered', () => {
  test('a page with a bug says that something went wrong, the console says what, and the rest stands', async () => {
    const { user } = await openProduct(await openTestApp(), '/about');
    await findAlert(messages.unexpected);
    expect(takeComplaints().join('\n')).toContain(BUG);
    await user.click(within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Home' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome to Nobar Now' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a dialog whose code cannot be fetched says so in the place of its page, and the frame stands', async () => {
    const { user } = await openSignedIn('/topup');
    await user.click(await screen.findByRole('radio', { name: '50k' }));
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Top Up' }));
    await findAlert(messages.unreachable);
    expect(takeComplaints().join('\n')).toContain(messages.unreachable);
    expect(screen.getByRole('banner')).toBeTruthy();
  });
});
