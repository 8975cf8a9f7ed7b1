import { createClient } from '../api/client.ts';
import type { OpenFeed } from '../api/liveSeats.ts';
import { createBrowserHistory } from './browserHistory.ts';
import { createStoredText } from './browserStorage.ts';
import type { CallNews, Dependencies } from './dependencies.ts';
import { createKeptTickets } from './keptTickets.ts';
import { createTabs } from './tabs.ts';

/** What may differ between the product and a test of it. */
export interface World {
  readonly window: Window;
  readonly fetch: typeof fetch;
  readonly openFeed: OpenFeed;
  readonly now: () => number;
}

/** The machines' world from a browser window; the fixed storage keys are named here. */
export function createDependencies({ window, fetch, openFeed, now }: World): Dependencies {
  const listeners = new Set<(news: CallNews) => void>();
  const tell = (news: CallNews) => listeners.forEach((listener) => listener(news));
  const token = createStoredText(window, 'localStorage', 'nobar-now.token');
  return {
    client: createClient({
      baseUrl: new URL('/api/', window.location.href).href,
      fetch,
      readToken: token.read,
      onRequestStarted: () => tell('request.started'),
      onRequestSettled: () => tell('request.settled'),
      onSessionEnded: () => tell('session.ended'),
    }),
    calls: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    openFeed,
    history: createBrowserHistory(window),
    window,
    now,
    zone: cinemaTimeZone(window.document),
    chance: () => takeEarlyChance(window.document) ?? Math.random(),
    token,
    theme: createStoredText(window, 'localStorage', 'nobar-now.theme'),
    keptSeats: createStoredText(window, 'sessionStorage', 'nobar-now.seats'),
    seatView: createStoredText(window, 'localStorage', 'nobar-now.seat-view'),
    keptTickets: createKeptTickets(createStoredText(window, 'localStorage', 'nobar-now.tickets')),
    tabs: createTabs('nobar-now.account'),
  };
}

function takeEarlyChance({ documentElement: { dataset } }: Document): number | undefined {
  const drawn = dataset['chance'];
  delete dataset['chance'];
  return drawn === undefined ? undefined : Number(drawn);
}

function cinemaTimeZone(document: Document): string {
  const zone = document.querySelector<HTMLMetaElement>('meta[name="cinema-time-zone"]')?.content;
  return zone === undefined || zone.startsWith('__') ? 'Asia/Jakarta' : zone;
}
