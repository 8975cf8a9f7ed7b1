import { act, screen } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { messages } from '../fixtures/messages.ts';
import { fetchInProcess } from '../../src/server/pages/fetchInProcess.ts';
import { loadPage, locationOf, pageAt } from '../../src/web/router/pages.ts';
import { renderApp } from '../../src/web/rendering/renderApp.tsx';
import { renderDocument } from '../../src/web/rendering/renderDocument.tsx';
import { openApp, resumeApp } from '../../src/web/actors/openApp.ts';
import { openBrowser, openTestApp, passTime } from './openProduct.tsx';

/** Renders the product at a path as `src/web/main.ts` does, into the server's document or into an empty one. */
async function renderAt(path: string, { fromServer = false, holdTime = false } = {}) {
  const cinema = await openTestApp();
  const { apps, network, openEnvironment } = openBrowser(cinema, path, {});
  // Timers that advance by themselves would end the wait for a page's code before the test checks it.
  if (holdTime) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const element = document.body.appendChild(document.createElement('div'));
  // The product never removes its prefetch listeners: the test puts them on an element that it removes.
  const listening = vi.spyOn(document, 'addEventListener');
  listening.mockImplementation((...args) => element.addEventListener(...args));
  const onWindow = vi.spyOn(window, 'addEventListener');
  const url = new URL(path, window.location.href);
  const options = { environment: openEnvironment(), loadPage };
  let snapshot: string | undefined;
  if (fromServer) {
    const request = { url, fetch: fetchInProcess(cinema.app), now: cinema.clock.now, zone: cinema.zone };
    const rendered = await renderDocument(request, 30_000);
    element.innerHTML = rendered.page;
    ({ snapshot } = rendered);
  }
  const heading = element.querySelector('h1');
  const takenOver = vi.fn<() => void>();
  window.addEventListener('product.started', takenOver);
  onTestFinished(() => window.removeEventListener('product.started', takenOver));
  const resumed = await resumeApp(options, snapshot, locationOf(url));
  const app = resumed ?? openApp(options);
  apps.push(app);
  const rendering = renderApp(element, app, resumed !== undefined);
  onTestFinished(async () => {
    const root = await rendering;
    await vi.waitFor(() =>
      expect(listening.mock.calls.flat(), 'the prefetch listeners are added').toContain('pointerover'),
    );
    await passTime(cinema, 1000);
    act(() => root?.unmount());
    // Nor does it remove the listener that keeps the language on Back.
    for (const [type, listener, options] of onWindow.mock.calls)
      if (type === 'popstate') window.removeEventListener(type, listener, options);
  });
  return { app, cinema, heading, listening, network, rendering, takenOver };
}

/** Holds back the code of a page until the test releases it. */
function shareCode(pathname: string) {
  const page = pageAt(pathname);
  const { load } = page;
  const code = Promise.withResolvers<void>();
  vi.spyOn(page, 'loaded').mockReturnValue(undefined);
  vi.spyOn(page, 'load').mockImplementation(() => code.promise.then(load));
  return {
    arrive: () => {
      vi.mocked(page).loaded.mockRestore();
      code.resolve();
    },
    fail: () => code.reject(new TypeError('Failed to fetch')),
  };
}

const HEADING = { level: 1, name: 'About' };

describe('an empty document', () => {
  test('shows the page at once when its code is loaded, and starts its machines', async () => {
    await pageAt('/about').load();
    const { app, rendering, takenOver } = await renderAt('/about');
    expect(app.getSnapshot().value).toMatchObject({ location: 'shown' });
    expect(takenOver).toHaveBeenCalled();
    await act(() => rendering);
    expect(screen.getByRole('heading', HEADING)).toBeTruthy();
  });

  test('stays empty for the first 300 ms of loading the code, then shows a placeholder, then the page', async () => {
    const code = shareCode('/about');
    const { cinema, rendering } = await renderAt('/about', { holdTime: true });
    await passTime(cinema, 299);
    expect(screen.queryByRole('banner')).toBeNull();
    await passTime(cinema, 1);
    await act(() => rendering);
    expect(screen.getByRole('banner')).toBeTruthy();
    expect(screen.queryByRole('heading', HEADING)).toBeNull();
    code.arrive();
    await act(() => passTime(cinema, 1));
    expect(screen.getByRole('heading', HEADING)).toBeTruthy();
  });

  test('shows an error with Retry when the code cannot be fetched', async () => {
    const code = shareCode('/about');
    const { rendering } = await renderAt('/about');
    code.fail();
    await act(() => rendering);
    expect(await screen.findByText(messages.unexpected)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});
