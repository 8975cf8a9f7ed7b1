import type { AppEvent } from '#machines/appMachine.ts';
import { createClient } from '../api/client.ts';
import type { OpenFeed } from '../api/liveSeats.ts';
import { createBrowserHistory } from './browserHistory.ts';
import { createStoredText } from './browserStorage.ts';
import type { Dependencies } from './dependencies.ts';
import { createKeptTickets } from './keptTickets.ts';

/** What may differ between the product and a test of it. */
export interface World {
  readonly window: Window;
  readonly fetch: typeof fetch;
  readonly openFeed: OpenFeed;
  readonly now: () => number;
}

/** The machines' world from a browser window; the fixed storage keys are named here. */
export function createDependencies(
  { window, fetch, openFeed, now }: World,
  announce: (fact: AppEvent) => void,
): Dependencies {
  const token = createStoredText(window, 'localStorage', 'nobar-now.token');
  return {
    client: createClient({
      baseUrl: new URL('/api/', window.location.href).href,
      fetch,
      readToken: token.read,
      onRequestStarted: () => announce({ type: 'request.started' }),
      onRequestSettled: () => announce({ type: 'request.settled' }),
      onSessionEnded: () => announce({ type: 'session.ended' }),
    }),
    openFeed,
    history: createBrowserHistory(window),
    window,
    now,
    zone: cinemaTimeZone(window.document),
    chance: () => takeEarlyChance(window.document) ?? Math.random(),
    token,
    theme: createStoredText(window, 'localStorage', 'nobar-now.theme'),
    keptSelection: createStoredText(window, 'sessionStorage', 'nobar-now.selection'),
    seatView: createStoredText(window, 'localStorage', 'nobar-now.seat-view'),
    keptTickets: createKeptTickets(createStoredText(window, 'localStorage', 'nobar-now.tickets')),
    announce,
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
