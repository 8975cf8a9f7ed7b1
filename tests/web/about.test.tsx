import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { openTestApp, openProduct } from './openProduct.tsx';
import { arriveAt } from './visitor.ts';

test('About describes the product to signed-out users and links to the movies', async () => {
  const { user } = await openProduct(await openTestApp(), '/about');
  expect(await screen.findByRole('heading', { level: 1, name: 'About' })).toBeTruthy();
  expect(document.title).toBe('About · Nobar Now');
  expect(screen.getByText(/Nobar Now sells the seats of one cinema hall/)).toBeTruthy();
  expect(
    screen.getByText(new RegExp(`the 64 seats. With an account you can buy up to ${MAXIMUM_SEATS} seats at once`)),
  ).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'See the movies' }));
  await arriveAt('/movies');
});
