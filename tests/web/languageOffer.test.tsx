import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prefetchAndOffer } from '../../src/web/router/prefetch.ts';
import { offers } from '#messages/offers.ts';
import { openProduct, openTestApp, passTime } from './openProduct.tsx';
import { KID_TONIGHT } from './visitor.ts';

const SENTENCE = offers.id?.sentence ?? '';

/** Opens the product in a browser with these languages and waits until it is idle. */
async function openIn(languages: readonly string[]) {
  const testApp = await openTestApp();
  vi.spyOn(window.navigator, 'languages', 'get').mockReturnValue(languages);
  vi.spyOn(document, 'addEventListener').mockImplementation(() => undefined);
  const product = await openProduct(testApp, KID_TONIGHT);
  const beIdle = async () => {
    prefetchAndOffer(window, product.app);
    await passTime(testApp, 2000);
  };
  await beIdle();
  return { beIdle, ...product };
}

test('a browser that prefers Indonesian is offered the page in Indonesian once, until the user closes the offer', async () => {
  const { testApp, beIdle, user } = await openIn(['id-ID', 'en']);
  const offer = await screen.findByText(SENTENCE);
  expect(offer.lang).toBe('id');
  const toast = within(screen.getByRole('region', { name: /^Notifications/ }));
  const link = toast.getByRole('link', { name: offers.id?.link ?? '' });
  expect([link.lang, link.getAttribute('href')]).toEqual(['id', `/id${KID_TONIGHT}`]);
  await passTime(testApp, 10_000);
  expect(screen.getByText(SENTENCE)).toBeTruthy();
  await user.click(toast.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(SENTENCE)).toBeNull());
  await beIdle();
  expect(screen.queryByText(SENTENCE)).toBeNull();
});

test('a browser that prefers English is offered nothing', async () => {
  await openIn(['en-US', 'id']);
  expect(screen.queryByText(SENTENCE)).toBeNull();
  expect(window.localStorage.getItem('nobar-now.language-offer')).toBeNull();
});
