import { createEnvironment, type PlatformEnvironment } from '../browser/createEnvironment.ts';

/** The request that a document is rendered for. */
export interface DocumentRequest {
  readonly url: URL;
  /** Calls the API in the same process, without a network. */
  readonly fetch: typeof fetch;
  /** The current time in epoch milliseconds. */
  readonly now: number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
}

const never = () => () => undefined;
const nothing = () => undefined;

/** The machines' environment during server-side rendering: no storage, no session, and a device that does nothing. */
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
      canPrint: () => false,
      print: nothing,
      urlOf: () => '',
      shareLink: () => Promise.resolve({ outcome: 'shared' }),
    },
  });
  // A document is rendered without the loading overlay and at one fixed moment, so its clock has no intervals.
  return { ...environment, onRequest: never, clock: { ...environment.clock, every: never } };
}
