import type { SharedLink } from '#machines/events.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ShareResult } from '#machines/environment.ts';
import { createSeatFeed, type OpenFeed } from '../../src/web/browser/seatFeed.ts';
import { createBrowserDevice } from '../../src/web/browser/browserDevice.ts';
import { browserEnvironment } from '../../src/web/browser/browserEnvironment.ts';
import { watchTimers } from '../leftovers.ts';

const FRAME = 16;
const LINK: SharedLink = {
  kind: 'beside',
  screening: { title: 'The Kid', date: '05 Mar', time: '20.35' },
  path: '/movie/The%20Kid',
};
const TITLE = 'Watch The Kid with friends, 05 Mar, 20.35';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'] });
  watchTimers();
});

/** Replaces a property of an object, such as `navigator`, until the test ends. */
function replace(target: object, name: string, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true });
  onTestFinished(() => {
    if (own === undefined) Reflect.deleteProperty(target, name);
    else Object.defineProperty(target, name, own);
  });
}

function refusing(name: string) {
  return () => Promise.reject(new DOMException('Refused', name));
}

const works = () => Promise.resolve();

describe('the share sheet and the clipboard', () => {
  test.each<[string, unknown, unknown, ShareResult['outcome'], readonly string[]]>([
    ['the sheet rejects the link', refusing('DataError'), works, 'copied', ['share', 'copy']],
    ['the sheet fails, and there is no clipboard', refusing('NotAllowedError'), undefined, 'refused', ['share']],
  ])('%s', async (_, share, copy, outcome, called) => {
    const calls: string[] = [];
    const url = `${window.location.origin}${LINK.path}`;
    const recording = (name: string, run: unknown) => (given: unknown) => {
      calls.push(name);
      expect(given).toEqual(name === 'share' ? { title: TITLE, url } : url);
      return typeof run === 'function' ? run() : undefined;
    };
    if (share !== undefined) replace(navigator, 'share', recording('share', share));
    replace(navigator, 'clipboard', copy === undefined ? undefined : { writeText: recording('copy', copy) });
    expect(await createBrowserDevice(window).shareLink(LINK)).toEqual({ outcome });
    expect(calls).toEqual(called);
  });
});

describe('the page', () => {
  const device = createBrowserDevice(window);

  test('notifies no tab when the browser refuses a channel between tabs', () => {
    replace(globalThis, 'BroadcastChannel', undefined);
    onTestFinished(device.onOtherTab(() => undefined));
    expect(device.notifyTabs).not.toThrow();
  });

  test('applies the theme to the document and to its theme-color meta element, if it has one', () => {
    device.showTheme('light');
    expect(document.documentElement.dataset['theme']).toBe('light');
    document.head.insertAdjacentHTML('beforeend', '<meta name="theme-color" content="#000000">');
    const colour = document.querySelector('meta[name="theme-color"]');
    device.showTheme('light');
    expect(colour?.getAttribute('content')).toBe('#f2f1ee');
    device.showTheme('dark');
    expect([document.documentElement.dataset['theme'], colour?.getAttribute('content')]).toEqual(['dark', '#000000']);
  });

  test.each([
    [undefined, 'Asia/Jakarta'],
    ['__CINEMA_TIME_ZONE__', 'Asia/Jakarta'],
    ['Pacific/Auckland', 'Pacific/Auckland'],
  ])('with the time zone %s in its meta element uses %s', (content, zone) => {
    if (content !== undefined) {
      document.head.insertAdjacentHTML('beforeend', `<meta name="cinema-time-zone" content="${content}">`);
    }
    expect(browserEnvironment(window).clock.zone).toBe(zone);
  });
});

function openPage() {
  document.body.innerHTML = `<main tabindex="-1"></main><section><button>First</button><button>Second</button></section>`;
  const end = createBrowserDevice(window).retainFocus();
  const [first, second] = document.querySelectorAll('button');
  if (first === undefined || second === undefined) throw new Error('The page has no buttons');
  return { first, second, end };
}

/** Runs the mutation observer and the next animation frame; returns the name of the focused element. */
async function nextFrame() {
  await Promise.resolve();
  vi.advanceTimersByTime(FRAME);
  return document.activeElement?.localName;
}

describe('the focus', () => {
  test('stays where other code moved it before the next frame, and when another element is removed', async () => {
    const { first, second, end } = openPage();
    const content = document.querySelector('main');
    const focused = vi.fn<() => void>();
    content?.addEventListener('focus', focused);
    first.focus();
    first.remove();
    await Promise.resolve();
    second.focus();
    expect(await nextFrame()).toBe('button');
    expect(focused).not.toHaveBeenCalled();
    content?.remove();
    expect(await nextFrame()).toBe('button');
    end();
  });

  test('stays where other code moved it while the window was in the background', async () => {
    const { first, second, end } = openPage();
    first.focus();
    first.remove();
    window.addEventListener('focusin', (event) => event.stopPropagation(), { capture: true, once: true });
    second.focus();
    expect(await nextFrame()).toBe('button');
    end();
  });
});

/** Follows the seats of a hall, and records whether each loss of the stream is for good. */
function followHall(openFeed: OpenFeed) {
  const losses: boolean[] = [];
  const end = createSeatFeed(openFeed)(
    { title: 'The Kid', date: '05 Mar', time: '20.35' },
    {
      onSeats: () => undefined,
      onHeartbeat: () => undefined,
      onLost: (forGood) => losses.push(forGood),
    },
  );
  end();
  return losses;
}

describe('the seat feed', () => {
  test.each(['<html>', '{"seatNumbers":"all"}'])('reports the invalid event %s as a lost connection', (data) => {
    const losses = followHall(() => ({
      readyState: 1,
      addEventListener: (type: string, listener: (event: { readonly data: unknown }) => void) => {
        if (type === 'message') listener({ data });
      },
      close: () => undefined,
    }));
    expect(losses).toEqual([false]);
  });

  test('is lost for good in a browser that has no EventSource', () => {
    expect(followHall((url) => new EventSource(url))).toEqual([true]);
  });
});
