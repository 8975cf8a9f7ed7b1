import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prefetchAndOffer } from '../../src/web/router/prefetch.ts';
import { openProduct, openTestApp, passTime } from '../web/openProduct.tsx';

test('a browser that prefers English is offered nothing: the visitor chose this language', async () => {
  const testApp = await openTestApp();
  vi.spyOn(window.navigator, 'languages', 'get').mockReturnValue(['en-US', 'id']);
  vi.spyOn(document, 'addEventListener').mockImplementation(() => undefined);
  const { app } = await openProduct(testApp, '/id/about');
  prefetchAndOffer(window, app);
  await passTime(testApp, 2000);
  expect(screen.queryByRole('region', { name: /F8/ })).toBeNull();
  expect(window.localStorage.getItem('nobar-now.language-offer')).toBeNull();
});
