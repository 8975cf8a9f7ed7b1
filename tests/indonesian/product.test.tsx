import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { failureSentence } from '#contract/failureSentence.ts';
import { registerServiceWorker } from '../../src/web/browser/registerServiceWorker.ts';
import { watchHover } from '../../src/web/router/prefetch.ts';
import { openDocument } from '../web/openDocument.tsx';
import { openTestApp } from '../web/openProduct.tsx';

const addressOf = () => window.location.pathname + window.location.search;

test.each(['/id', '/id/movie/The%20Kid?date=05+Mar&time=20.35', '/id/no/such'])(
  '%s is hydrated without replacing elements and without requests',
  async (path) => {
    const { network, isSaved, isResumed } = await openDocument(await openTestApp(), path);
    await waitFor(() => expect([isResumed, isSaved(), network.calls]).toEqual([true, true, []]));
  },
);

test('links and Back keep the language, and the machines see paths without it', async () => {
  const { user } = await openDocument(await openTestApp(), '/id/movies');
  await user.click(screen.getByRole('link', { name: /The Kid/ }));
  await screen.findByRole('heading', { level: 1, name: /The Kid/ });
  expect(addressOf()).toBe('/id/movie/The%20Kid');
  window.history.back();
  await waitFor(() => expect(addressOf()).toBe('/id/movies'));
  await user.click(screen.getAllByRole('link', { name: /Nobar/ })[0] ?? document.body);
  await waitFor(() => expect(addressOf()).toBe('/id'));
});

test.each([
  ['a known code', { code: 'movie_changed' }, 'Harga atau klasifikasi usia film ini sudah berubah'],
  ['a code of a newer server', { code: 'bank_silent' }, 'Terjadi kesalahan. Silakan coba lagi.'],
])('%s has an Indonesian sentence instead of the API’s English message', (_, failure, sentence) => {
  expect(failureSentence({ ...failure, message: 'An English sentence' })).toBe(sentence);
});

test('a link to a page in this language is prefetched by its path without the prefix; others are not', () => {
  const body = document.createElement('div');
  body.innerHTML = '<a href="/id/about">Tentang</a><a href="/about">English</a>';
  document.body.append(body);
  onTestFinished(() => body.remove());
  vi.spyOn(document, 'addEventListener').mockImplementation((...listening) => body.addEventListener(...listening));
  const report = vi.fn<(path: string) => void>();
  watchHover(window, report);
  for (const link of body.children) link.dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(report.mock.calls).toEqual([['/about']]);
});

test('the service worker of the language controls its pages', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const register = vi.fn<(script: string, options: RegistrationOptions) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  registerServiceWorker(window);
  vi.advanceTimersByTime(60_000);
  expect(register.mock.calls).toEqual([['/service-worker-id.js', { scope: '/id' }]]);
});
