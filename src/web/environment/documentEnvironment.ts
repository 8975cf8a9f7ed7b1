import { createEnvironment, type PlatformEnvironment } from './createEnvironment.ts';

/** The request that a document is rendered for. */
export interface DocumentRequest {
  readonly url: URL;
  /** Reaches the API of the same process. */
  readonly fetch: typeof fetch;
  /** The present, in epoch milliseconds. */
  readonly now: number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
}

const never = () => () => undefined;
const nothing = () => undefined;

/** The environment of a document that is rendered on the server: nothing stored, and nobody there yet. */
export function documentEnvironment({ url, fetch, now, zone }: DocumentRequest): PlatformEnvironment {
  const environment = createEnvironment({
    apiUrl: new URL('/api/', url).href,
    fetch,
    openFeed: () => ({ readyState: 0, addEventListener: nothing, close: nothing }),
    now: () => now,
    zone,
    visitor: new Promise(nothing),
    storedText: () => ({ read: nothing, write: nothing, remove: nothing, subscribe: never }),
    device: {
      isHidden: () => true,
      onVisibilityChange: never,
      onOnline: never,
      onScroll: never,
      onOtherTab: never,
      notifyTabs: nothing,
      retainFocus: never,
      focusContent: nothing,
      reload: nothing,
      scrollToTop: nothing,
      reveal: nothing,
      takeOverDocument: nothing,
      showTheme: nothing,
      print: nothing,
      shareLink: () => Promise.resolve({ outcome: 'shared', url: '' }),
      saveFile: nothing,
    },
  });
  // The loading flag is the browser's, and its time stands still.
  return { ...environment, onRequest: never, clock: { ...environment.clock, every: never } };
}
