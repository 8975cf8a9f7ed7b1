import type { OpenFeed } from '../api/liveSeats.ts';
import { createBrowserDevice } from './browserDevice.ts';
import { createStoredText } from './browserStorage.ts';
import { createCalls } from './createCalls.ts';
import { createTabs } from './tabs.ts';
import type { World } from './world.ts';

/** The world of a browser's window. */
export function browserWorld(window: Window, openFeed: OpenFeed): World {
  return {
    apiUrl: new URL('/api/', window.location.href).href,
    fetch: (input, init) => window.fetch(input, init),
    openFeed,
    calls: createCalls(),
    now: Date.now,
    zone: cinemaTimeZone(window.document),
    chance: Math.random(),
    visitor: Promise.resolve(),
    storedText: (area, key) => createStoredText(window, area, key),
    tabs: createTabs('nobar-now.account'),
    device: createBrowserDevice(window),
  };
}

function cinemaTimeZone(document: Document): string {
  const zone = document.querySelector<HTMLMetaElement>('meta[name="cinema-time-zone"]')?.content;
  return zone === undefined || zone.startsWith('__') ? 'Asia/Jakarta' : zone;
}
