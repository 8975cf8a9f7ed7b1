import type { AskedCheck, Camera, DoorEnvironment, SavedDoor } from '#machines/doorEnvironment.ts';
import * as v from 'valibot';
import { doorSchema, doorTicketsSchema, doorWire } from '#contract/door.ts';
import type { Conflict, QueuedChange } from '#domain/door.ts';
import { createClient } from '../api/client.ts';
import { createStoredText } from '../browser/browserStorage.ts';
import { cinemaTimeZone } from '../browser/cinemaTimeZone.ts';
import { createServerClock } from '../browser/serverClock.ts';
import { createDoorDevice } from './doorDevice.ts';
import {
  askedSchema,
  conflictSchema,
  createStoredEntries,
  queuedChangeSchema,
  screeningSchema,
} from './storedEntries.ts';

const TOKEN_KEY = 'nobar-now.door';
/** 256 random bits in base64url, as `npm run door` prints them. */
const TOKEN = /^[\w-]{20,100}$/;

const savedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    door: doorSchema,
    screening: v.optional(screeningSchema),
    tickets: v.optional(doorTicketsSchema.entries.tickets),
  }),
);

/** The environment of a door in a browser. Tests replace the network and the clock. */
export function createDoorEnvironment(
  window: Window,
  camera: Camera,
  { fetch = window.fetch.bind(window), now = Date.now }: { fetch?: typeof window.fetch; now?: () => number } = {},
): DoorEnvironment {
  const { location } = window;
  const storedText = (key: string, onRefused?: () => void) => createStoredText(window, 'localStorage', key, onRefused);
  let isRefused = false;
  const token = storedText(TOKEN_KEY, () => (isRefused = true));
  const readToken = () => tokenIn(token.read());
  const saved = storedText(`${TOKEN_KEY}.saved`);
  const asked = createStoredEntries<AskedCheck>(window, `${TOKEN_KEY}.asked.`, askedSchema);
  const clock = createServerClock({
    deviceNow: now,
    zone: cinemaTimeZone(window.document),
    stored: storedText('nobar-now.clock-offset'),
  });

  const openClient = () =>
    createClient({
      wire: doorWire,
      baseUrl: new URL('/api/', location.href).href,
      fetch: clock.correctBy(fetch),
      readToken,
      onRequestStarted: ignore,
      onRequestSettled: ignore,
      onSessionEnded: ignore,
    });
  let client = openClient();
  let clientToken = readToken();

  return {
    // A client never repeats a request with another token. A new link sends the queue of the last one, so it has a client of its own.
    get api() {
      if (clientToken !== readToken()) [client, clientToken] = [openClient(), readToken()];
      return client;
    },
    clock,
    link: {
      take: () => {
        const linked = tokenIn(location.hash);
        if (linked === undefined) return;
        if (linked !== readToken()) {
          saved.remove();
          for (const { key } of asked.list()) asked.remove(key);
        }
        isRefused = false;
        token.write(linked);
        // A reload needs the address if the browser stores nothing.
        if (!isRefused) window.history.replaceState(null, '', location.pathname + location.search);
      },
      subscribe: (listener) => {
        const listen = () => {
          if (tokenIn(location.hash) !== undefined) listener();
        };
        window.addEventListener('hashchange', listen);
        return () => window.removeEventListener('hashchange', listen);
      },
    },
    storage: {
      hasToken: () => readToken() !== undefined,
      onTokenChanged: token.subscribe,
      saved: {
        read: () => readSaved(saved.read()),
        write: (door) => saved.write(JSON.stringify(door)),
        remove: saved.remove,
      },
      asked,
      queue: createStoredEntries<QueuedChange>(window, `${TOKEN_KEY}.queue.`, queuedChangeSchema),
      conflicts: createStoredEntries<Conflict>(window, `${TOKEN_KEY}.conflict.`, conflictSchema),
    },
    camera,
    device: createDoorDevice(window),
    sha256,
    createKey,
  };
}

/** The token that a stored text or the fragment of an address is. A header must not contain arbitrary characters. */
function tokenIn(text = ''): string | undefined {
  const token = text.replace(/^#/, '');
  return TOKEN.test(token) ? token : undefined;
}

/** Undefined if no door is stored, or if this version cannot read it. */
function readSaved(text: string | undefined): SavedDoor | undefined {
  const read = v.safeParse(savedSchema, text);
  return read.success ? read.output : undefined;
}

/** The SHA-256 of a text, in hexadecimal. Browsers have `subtle` only on pages served over TLS, and on localhost. */
async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest =
    'subtle' in crypto
      ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      : (await import('@noble/hashes/sha2.js')).sha256(bytes);
  return inHexadecimal(digest);
}

/** An idempotency key of 128 random bits. */
function createKey(): string {
  return inHexadecimal(crypto.getRandomValues(new Uint8Array(16)));
}

function inHexadecimal(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function ignore(): void {}
