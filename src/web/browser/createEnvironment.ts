import type { Device, Environment, RequestReport, StoredText } from '#machines/environment.ts';
import { createClient } from '../api/client.ts';
import { wire } from '#contract/wire.ts';
import { type OpenFeed, createSeatFeed } from './seatFeed.ts';
import { createServerClock } from './serverClock.ts';
import { createSavedSeats } from './savedSeats.ts';
import { createSavedTickets } from './savedTickets.ts';

/** The parts that differ between a browser, the server-side rendering of a document, and a test. */
export interface Platform {
  /** The base URL of the API, with a trailing slash. */
  readonly apiUrl: string;
  readonly fetch: typeof fetch;
  readonly openFeed: OpenFeed;
  /** The device's own clock, in epoch milliseconds. */
  readonly now: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
  readonly visitor: Promise<void>;
  /** The stored text under a key. `onRefused` is called when the browser refuses a write. */
  readonly storedText: (area: 'localStorage' | 'sessionStorage', key: string, onRefused?: () => void) => StoredText;
  readonly device: Device;
}

/** A bearer token (RFC 6750). */
const TOKEN = /^[\w.~+/-]+=*$/;

/** The machines' environment without `loadPage`, which `openApp` adds. */
export type PlatformEnvironment = Omit<Environment, 'loadPage'>;

/** Creates the machines' environment on a platform. The only place that names the storage keys. */
export function createEnvironment(platform: Platform): PlatformEnvironment {
  const { apiUrl, device, fetch, now, openFeed, storedText, visitor, zone } = platform;
  const requests = createSignal<RequestReport>();
  const sessionEnd = createSignal<void>();
  const refusal = createSignal<void>();
  const onRefused = () => refusal.report();
  const storedToken = storedText('localStorage', 'nobar-now.token', onRefused);
  const token = { ...storedToken, read: () => readToken(storedToken) };
  const clock = createServerClock({
    deviceNow: now,
    zone,
    stored: storedText('localStorage', 'nobar-now.clock-offset'),
  });
  return {
    api: createClient({
      wire,
      baseUrl: apiUrl,
      fetch: clock.correctBy(fetch),
      readToken: token.read,
      onRequestStarted: () => requests.report('request.started'),
      onRequestSettled: () => requests.report('request.settled'),
      onSessionEnded: () => sessionEnd.report(),
    }),
    onRequest: requests.subscribe,
    onSessionEnded: sessionEnd.subscribe,
    onStorageRefused: refusal.subscribe,
    storage: {
      token,
      theme: storedText('localStorage', 'nobar-now.theme'),
      seatView: storedText('localStorage', 'nobar-now.seat-view'),
      languageOffer: storedText('localStorage', 'nobar-now.language-offer'),
      seats: createSavedSeats(storedText('sessionStorage', 'nobar-now.seats')),
      tickets: createSavedTickets(storedText('localStorage', 'nobar-now.tickets', onRefused)),
    },
    clock,
    openSeatFeed: createSeatFeed(openFeed),
    device,
    random: Math.random(),
    createKey,
    visitor,
  };
}

function createSignal<Report>() {
  const listeners = new Set<(report: Report) => void>();
  return {
    report: (report: Report) => listeners.forEach((listener) => listener(report)),
    subscribe: (listener: (report: Report) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The stored token. Undefined if the stored text is not a token: a header must not contain arbitrary characters. */
function readToken(stored: StoredText): string | undefined {
  const text = stored.read();
  return text !== undefined && TOKEN.test(text) ? text : undefined;
}

/** An idempotency key: 128 random bits in hexadecimal. */
function createKey(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}
