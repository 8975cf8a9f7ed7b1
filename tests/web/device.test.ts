import type { SharedLink } from '#machines/events.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ShareResult } from '#machines/environment.ts';
import { type Feed, createSeatFeed } from '../../src/web/browser/seatFeed.ts';
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
    ['the sheet shares', works, works, 'shared', ['share']],
    ['the user closes the sheet', refusing('AbortError'), works, 'shared', ['share']],
    ['the sheet needs a user gesture', refusing('NotAllowedError'), works, 'copied', ['share', 'copy']],
    ['the sheet rejects the link', refusing('DataError'), works, 'copied', ['share', 'copy']],
    [
      'the sheet fails for another reason',
      () => Promise.reject(new TypeError('x')),
      works,
      'copied',
      ['share', 'copy'],
    ],
    ['there is no share sheet', undefined, works, 'copied', ['copy']],
    [
      'there is no share sheet, and copying is not allowed',
      undefined,
      refusing('NotAllowedError'),
      'refused',
      ['copy'],
    ],
    ['there is neither share sheet nor clipboard', undefined, undefined, 'refused', []],
    ['the sheet fails, and there is no clipboard', refusing('NotAllowedError'), undefined, 'refused', ['share']],
    ['the user closes the sheet, and there is no clipboard', refusing('AbortError'), undefined, 'shared', ['share']],
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
    expect(await createBrowserDevice(window).shareLink(LINK)).toEqual({ outcome, url });
    expect(calls).toEqual(called);
  });
});

describe('printing', () => {
  test('opens the browser’s dialog', () => {
    const print = vi.fn<() => void>();
    vi.stubGlobal('print', print);
    createBrowserDevice(window).print();
    expect(print).toHaveBeenCalledTimes(1);
  });

  test('does nothing in a browser that cannot print', () => {
    vi.stubGlobal('print', undefined);
    createBrowserDevice(window).print();
  });
});

describe('saving a file', () => {
  const file = { name: 'ticket.ics', type: 'text/calendar', text: 'BEGIN:VCALENDAR' };

  test('clicks a download link and revokes the blob URL after exactly one minute', async () => {
    const saved: (Blob | MediaSource)[] = [];
    const revoked: string[] = [];
    replace(URL, 'createObjectURL', (blob: Blob) => `blob:${saved.push(blob)}`);
    replace(URL, 'revokeObjectURL', (address: string) => revoked.push(address));
    const clicked: (readonly string[])[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push([this.href, this.download]);
    });
    createBrowserDevice(window).saveFile(file);
    const [blob] = saved;
    expect(clicked).toEqual([['blob:1', 'ticket.ics']]);
    expect(blob instanceof Blob && [blob.type, blob.size]).toEqual(['text/calendar;charset=utf-8', file.text.length]);
    vi.advanceTimersByTime(59_999);
    expect(revoked).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(revoked).toEqual(['blob:1']);
  });
});

describe('notifying other tabs', () => {
  test('reaches the other tabs but not the tab that sends the notification', async () => {
    const [here, there] = [createBrowserDevice(window), createBrowserDevice(window)];
    const heard: string[] = [];
    const arrived = Promise.withResolvers<void>();
    const ends = [
      here.onOtherTab(() => heard.push('here')),
      there.onOtherTab(() => {
        heard.push('there');
        arrived.resolve();
      }),
    ];
    here.notifyTabs();
    await arrived.promise;
    for (const end of ends) end();
    expect(heard).toEqual(['there']);
  });

  test('a tab that stopped listening neither sends nor receives notifications', async () => {
    const [here, there] = [createBrowserDevice(window), createBrowserDevice(window)];
    const heard: string[] = [];
    const arrived = Promise.withResolvers<void>();
    const endHere = here.onOtherTab(() => heard.push('here'));
    const endThere = there.onOtherTab(() => {
      heard.push('there');
      arrived.resolve();
    });
    endHere();
    here.notifyTabs();
    there.notifyTabs();
    const another = createBrowserDevice(window);
    const endAnother = another.onOtherTab(() => undefined);
    another.notifyTabs();
    await arrived.promise;
    endThere();
    endAnother();
    expect(heard).toEqual(['there']);
  });

  test.each([
    [
      'blocks BroadcastChannel',
      () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    ],
    ['has no BroadcastChannel', undefined],
  ])('does nothing and does not throw in a browser that %s', (_, BroadcastChannel) => {
    vi.stubGlobal('BroadcastChannel', BroadcastChannel);
    const device = createBrowserDevice(window);
    const end = device.onOtherTab(() => undefined);
    device.notifyTabs();
    end();
  });
});

describe('events of the device', () => {
  const device = createBrowserDevice(window);

  test.each([
    ['visibilitychange', document, device.onVisibilityChange],
    ['online', window, device.onOnline],
  ] as const)('%s calls the listener until it unsubscribes', (type, target, subscribe) => {
    const listener = vi.fn<() => void>();
    const end = subscribe(listener);
    target.dispatchEvent(new Event(type));
    end();
    target.dispatchEvent(new Event(type));
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('the listener receives the scroll position at once and after each change, until it unsubscribes', () => {
    const reported: number[] = [];
    replace(window, 'scrollY', 0);
    const end = device.onScroll((pixels) => reported.push(pixels));
    replace(window, 'scrollY', 51);
    window.dispatchEvent(new Event('scroll'));
    end();
    replace(window, 'scrollY', 0);
    window.dispatchEvent(new Event('scroll'));
    expect(reported).toEqual([0, 51]);
  });
});

describe('the page', () => {
  const device = createBrowserDevice(window);

  test('scrolls to an element once it is rendered and ignores a missing element', () => {
    const reveal = vi.spyOn(Element.prototype, 'scrollIntoView');
    device.reveal('summary');
    const part = document.body.appendChild(document.createElement('div'));
    part.id = 'summary';
    vi.advanceTimersByTime(FRAME);
    expect([reveal.mock.contexts, reveal.mock.calls]).toEqual([[part], [[{ block: 'nearest' }]]]);
    device.reveal('elsewhere');
    vi.advanceTimersByTime(FRAME);
    expect(reveal).toHaveBeenCalledTimes(1);
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

function openPage(main = '<main tabindex="-1"></main>') {
  document.body.innerHTML = `${main}<section><button>First</button><button>Second</button></section>`;
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
  test('moves to the main content when the focused element or its parent is removed', async () => {
    const { first, second, end } = openPage();
    first.focus();
    first.remove();
    expect(await nextFrame()).toBe('main');
    second.focus();
    document.querySelector('section')?.remove();
    expect(await nextFrame()).toBe('main');
    end();
  });

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

  test('does not move after retainFocus has ended, nor on a page without main content', async () => {
    const { first, second, end } = openPage('');
    first.focus();
    first.remove();
    expect(await nextFrame()).toBe('body');
    document.body.insertAdjacentHTML('beforeend', '<main tabindex="-1"></main>');
    second.focus();
    end();
    second.remove();
    expect(await nextFrame()).toBe('body');
  });
});

describe('taking over from the inline script of the document', () => {
  afterEach(() => {
    Reflect.deleteProperty(window, 'heldButtons');
    delete document.documentElement.dataset['covered'];
  });

  test('removes the cover from the page and clicks each held button once', () => {
    const started = vi.fn<() => void>();
    window.addEventListener('product.started', started, { once: true });
    document.documentElement.dataset['covered'] = '';
    const [shown, removed] = [document.createElement('button'), document.createElement('button')];
    const pressed: unknown[] = [];
    for (const button of [shown, removed]) button.addEventListener('click', () => pressed.push(button));
    document.body.append(shown);
    Reflect.set(window, 'heldButtons', [shown, removed, 'no button']);
    const device = createBrowserDevice(window);
    device.takeOverDocument();
    expect([started.mock.calls.length, pressed, document.documentElement.dataset['covered']]).toEqual([1, [shown], '']);
    vi.advanceTimersByTime(FRAME);
    device.takeOverDocument();
    expect([pressed, document.documentElement.dataset['covered']]).toEqual([[shown], undefined]);
    vi.advanceTimersByTime(FRAME);
  });
});

/** Follows the seats of a hall through a fake EventSource, and records what the listener gets. */
function followHall(openFeed?: () => Feed) {
  const listeners = new Map<string, (event: { readonly data: unknown }) => void>();
  const reports: unknown[] = [];
  const urls: string[] = [];
  const feed = { readyState: 0, isClosed: false };
  const open = (url: string): Feed => {
    urls.push(url);
    return {
      get readyState() {
        return feed.readyState;
      },
      addEventListener: (type: string, listener: (event: { readonly data: unknown }) => void) => {
        listeners.set(type, listener);
      },
      close: () => {
        feed.isClosed = true;
      },
    };
  };
  const end = createSeatFeed(openFeed ?? open)(
    { title: 'The Kid', date: '05 Mar', time: '20.35' },
    {
      onConnected: () => reports.push('connected'),
      onSeats: (seats) => reports.push(seats),
      onHeartbeat: () => reports.push('heartbeat'),
      onLost: (forGood) => reports.push({ forGood }),
    },
  );
  return {
    feed,
    reports,
    urls,
    end,
    /** Lets the browser dispatch an event of the EventSource. */
    dispatch: (type: string, data?: unknown) => listeners.get(type)?.({ data }),
  };
}

describe('the seat feed', () => {
  const CONNECTING = 0;
  const CLOSED = 2;

  test('opens one stream of its screening, and closes it', () => {
    const { end, feed, urls } = followHall();
    expect(urls).toEqual(['/api/booked-seats/The%20Kid/live?showtimeDate=05+Mar&showtimeTime=20.35']);
    expect(feed.isClosed).toBe(false);
    end();
    expect(feed.isClosed).toBe(true);
  });

  test('reports the connection, the seats and the heartbeats', () => {
    const { dispatch, reports } = followHall();
    dispatch('open');
    dispatch('message', '{"seatNumbers":[1],"heldSeatNumbers":[2]}');
    dispatch('heartbeat', '{}');
    expect(reports).toEqual(['connected', { sold: [1], held: [2] }, 'heartbeat']);
  });

  test('reports whether the browser reconnects a lost stream by itself', () => {
    const { dispatch, feed, reports } = followHall();
    feed.readyState = CONNECTING;
    dispatch('error');
    feed.readyState = CLOSED;
    dispatch('error');
    expect(reports).toEqual([{ forGood: false }, { forGood: true }]);
  });

  test.each(['<html>', '{"seatNumbers":"all"}'])('reports the invalid event %s as a lost connection', (data) => {
    const { dispatch, reports } = followHall();
    dispatch('message', data);
    expect(reports).toEqual([{ forGood: false }]);
  });

  test.each([
    [
      'blocks EventSource',
      () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    ],
    ['has no EventSource', () => new EventSource('/api/')],
  ])('is lost for good in a browser that %s', (_, openFeed) => {
    const { end, reports } = followHall(openFeed);
    expect(reports).toEqual([{ forGood: true }]);
    end();
  });
});
