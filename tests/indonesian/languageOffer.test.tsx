import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { offers } from '#messages/offers.ts';
import { offerNoLanguage } from '../../src/web/actors/offerLanguage.ts';
import { prefetchAndOffer } from '../../src/web/router/prefetch.ts';
import { openProduct, openTestApp, passTime } from '../web/openProduct.tsx';

/** Opens a page in Indonesian in a browser that prefers English; `beIdle` lets it be idle. */
async function openInEnglishBrowser() {
  const testApp = await openTestApp();
  vi.spyOn(window.navigator, 'languages', 'get').mockReturnValue(['en-US', 'id']);
  vi.spyOn(document, 'addEventListener').mockImplementation(() => undefined);
  const { app } = await openProduct(testApp, '/id/about');
  const beIdle = async () => {
    prefetchAndOffer(window, app);
    await passTime(testApp, 2000);
  };
  return { app, beIdle };
}

test('a browser that prefers English is offered the page in English, because a friend may have sent the link', async () => {
  const { beIdle } = await openInEnglishBrowser();
  await beIdle();
  expect((await screen.findByText(offers.en?.sentence ?? '')).lang).toBe('en');
  expect(screen.getByRole('link', { name: offers.en?.link ?? '' }).getAttribute('href')).toBe('/about');
});

test('a user who came by the link to the Indonesian pages is offered nothing', async () => {
  const { app, beIdle } = await openInEnglishBrowser();
  offerNoLanguage(app, 'id');
  await beIdle();
  expect(screen.queryByRole('region', { name: /F8/ })).toBeNull();
});
