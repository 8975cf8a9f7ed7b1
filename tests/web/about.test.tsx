import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { arriveAt } from './visitor.ts';

test('About says what this is, is reached from the footer by anybody, and leads on to the movies', async () => {
  const { user } = await openProduct(await openTestApp(), '/');
  await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'About' }));
  await arriveAt('/about');
  expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeTruthy();
  expect(document.title).toBe('About · Nobar Now');
  expect(screen.getByText(/Nobar Now sells the seats of one cinema hall/)).toBeTruthy();
  expect(
    screen.getByText(new RegExp(`the 64 seats. With an account you buy up to ${MAXIMUM_SEATS} seats at once`)),
  ).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('link', { name: 'See the movies' }));
  await arriveAt('/movies');
});
