import { createBrowserDevice } from './browserDevice.ts';
import { createStoredText } from './browserStorage.ts';
import { cinemaTimeZone } from './cinemaTimeZone.ts';
import { createEnvironment, type Platform, type PlatformEnvironment } from './createEnvironment.ts';

type Replaceable = Pick<Platform, 'fetch' | 'now' | 'openFeed' | 'zone'>;

/** The machines' environment in a browser. Tests replace the network and the clock. */
export function browserEnvironment(window: Window, replaced: Partial<Replaceable> = {}): PlatformEnvironment {
  return createEnvironment({
    apiUrl: new URL('/api/', window.location.href).href,
    fetch: (input, init) => window.fetch(input, init),
    openFeed: (url) => new EventSource(url),
    now: Date.now,
    zone: cinemaTimeZone(window.document),
    visitor: Promise.resolve(),
    storedText: (area, key, onRefused) => createStoredText(window, area, key, onRefused),
    device: createBrowserDevice(window),
    ...replaced,
  });
}
