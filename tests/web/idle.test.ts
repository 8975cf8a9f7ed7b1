import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { testEnvironment } from '../fixtures/testEnvironment.ts';
import { openApp } from '../../src/web/actors/openApp.ts';
import { loadPage, pageAt } from '../../src/web/router/pages.ts';
import { prefetchAndOffer, watchHover } from '../../src/web/router/prefetch.ts';
import { registerServiceWorker } from '../../src/web/browser/registerServiceWorker.ts';
import { whenIdle } from '../../src/web/browser/whenIdle.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

/** Adds `requestIdleCallback`, which jsdom does not have; the returned function runs the idle callbacks. */
function supplyIdleTime(): () => void {
  const waiting: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => waiting.push(work));
  return () => {
    for (const work of waiting.splice(0)) work();
  };
}

describe('a deferred task', () => {
  test('runs one second after the document has loaded in a browser without requestIdleCallback', () => {
    const work = vi.fn<() => void>();
    whenIdle(window, work);
    vi.advanceTimersByTime(999);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('waits until the browser is idle', () => {
    const beIdle = supplyIdleTime();
    const work = vi.fn<() => void>();
    whenIdle(window, work);
    beIdle();
    vi.advanceTimersByTime(1000);
    expect(work).not.toHaveBeenCalled();
    beIdle();
    expect(work).toHaveBeenCalledTimes(1);
  });

  test('waits for a document that is still loading', () => {
    const work = vi.fn<() => void>();
    vi.spyOn(document, 'readyState', 'get').mockReturnValue('interactive');
    whenIdle(window, work);
    vi.advanceTimersByTime(60_000);
    expect(work).not.toHaveBeenCalled();
    window.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(1000);
    expect(work).toHaveBeenCalledTimes(1);
  });
});

function supplyServiceWorker(descriptor: PropertyDescriptor) {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, ...descriptor });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
}

describe('the service worker', () => {
  test('is registered only after the page is idle', () => {
    const register = vi.fn<(script: string) => Promise<void>>(() => Promise.resolve());
    supplyServiceWorker({ value: { register } });
    registerServiceWorker(window);
    expect(register).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(register.mock.calls).toEqual([['/service-worker.js', undefined]]);
  });

  test('does not break the page in a browser that rejects the registration', async () => {
    supplyServiceWorker({ value: { register: () => Promise.reject(new DOMException('Refused', 'SecurityError')) } });
    registerServiceWorker(window);
    await vi.advanceTimersByTimeAsync(1000);
  });
});

/** Redirects document listeners to an element that is removed after the test; the product never removes them. */
function openLinks(html: string) {
  const body = document.createElement('div');
  body.innerHTML = html;
  document.body.append(body);
  vi.spyOn(document, 'addEventListener').mockImplementation((...listening) => body.addEventListener(...listening));
  return {
    show: (selector: string, type: string) => {
      body.querySelector(selector)?.dispatchEvent(new Event(type, { bubbles: true }));
    },
  };
}

describe('prefetching on hover, focus or touch', () => {
  test.each(['pointerover', 'focusin', 'touchstart'])('%s on an element inside a link reports the link', (type) => {
    const reported: string[] = [];
    const { show } = openLinks('<a href="/movies?search=kid"><b>Movies</b></a>');
    watchHover(window, (pathname) => reported.push(pathname));
    show('b', type);
    expect(reported).toEqual(['/movies']);
    show('a', type);
    expect(reported).toEqual(['/movies', '/movies']);
  });

  test.each([
    ['a button', '<button>Sign In</button>'],
    ['a link to the current page', '<a href="/?again">Home</a>'],
    ['a link to a page in another language', '<a href="/id/movies">Bahasa Indonesia</a>'],
    ['a link to another site', '<a href="https://example.com/movies">Elsewhere</a>'],
    ['an anchor without href', '<a>Nowhere</a>'],
  ])('ignores %s', (_, html) => {
    const reported: string[] = [];
    const { show } = openLinks(html);
    watchHover(window, (pathname) => reported.push(pathname));
    show('*', 'pointerover');
    expect(reported).toEqual([]);
  });

  test('loads the code of the page and the data of a film; the code of the film page loads without a hover, too', async () => {
    const { show } = openLinks('<a href="/about">About</a><a href="/movie/The%20Kid"><b>The Kid</b></a>');
    const [about, film] = [pageAt('/about'), pageAt('/movie/The%20Kid')];
    const calls = [vi.spyOn(about, 'load'), vi.spyOn(film, 'load'), vi.spyOn(film, 'prepare'), vi.spyOn(film, 'fetch')];
    const counts = () => calls.map(({ mock }) => mock.calls.length);
    prefetchAndOffer(window, openApp({ environment: testEnvironment(), loadPage }));
    expect(counts()).toEqual([0, 0, 0, 0]);
    show('a', 'pointerover');
    expect(counts()).toEqual([1, 0, 0, 0]);
    show('b', 'pointerover');
    expect(counts().slice(0, 3)).toEqual([1, 1, 1]);
    const fetched = counts()[3] ?? 0;
    vi.advanceTimersByTime(1000);
    expect(counts()[3]).toBe(fetched + 1);
    await Promise.all(calls.flatMap(({ mock }) => mock.results.map(({ value }) => value)));
  });
});
