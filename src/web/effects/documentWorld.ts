import type { World } from './world.ts';

/** What a document is drawn for. */
export interface DocumentRequest {
  readonly url: URL;
  /** Reaches the API of the same process. */
  readonly fetch: typeof fetch;
  /** The present, in epoch milliseconds. */
  readonly now: number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
}

const silent = () => () => undefined;
const nothing = () => undefined;

/** The world of a document that is drawn on the server: nothing stored, and nobody there yet. */
export function documentWorld({ url, fetch, now, zone }: DocumentRequest): World {
  return {
    apiUrl: new URL('/api/', url).href,
    fetch,
    openFeed: () => ({ readyState: 0, addEventListener: nothing, close: nothing }),
    // The loading flag is the browser's.
    calls: { tell: nothing, subscribe: silent },
    now: () => now,
    zone,
    chance: Math.random(),
    visitor: new Promise(nothing),
    storedText: () => ({ read: nothing, write: nothing, remove: nothing, subscribe: silent }),
    tabs: { tell: nothing, subscribe: silent },
    device: {
      isHidden: () => true,
      onVisibilityChange: silent,
      onOnline: silent,
      onScroll: silent,
      keepFocus: silent,
      focusContent: nothing,
      scrollToTop: nothing,
      reveal: nothing,
      pressAgain: nothing,
      uncover: nothing,
      showTheme: nothing,
      print: nothing,
    },
  };
}
