import { createClient } from '../api/client.ts';
import type { StoredText } from './browserStorage.ts';
import type { Dependencies } from './dependencies.ts';
import { createKeptTickets } from './keptTickets.ts';
import type { World } from './world.ts';

/** A bearer token (RFC 6750). */
const TOKEN = /^[\w.~+/-]+=*$/;

/** What the machines are bound to, from the world they live in and where the visitor is in it; the fixed storage keys are named here. */
export function createDependencies(world: World, location: Dependencies['location']): Dependencies {
  const { tell } = world.calls;
  const stored = world.storedText('localStorage', 'nobar-now.token');
  const token = { ...stored, read: () => readToken(stored) };
  return {
    ...world,
    location,
    client: createClient({
      baseUrl: world.apiUrl,
      fetch: world.fetch,
      readToken: token.read,
      onRequestStarted: () => tell('request.started'),
      onRequestSettled: () => tell('request.settled'),
      onSessionEnded: () => tell('session.ended'),
    }),
    token,
    theme: world.storedText('localStorage', 'nobar-now.theme'),
    keptSeats: world.storedText('sessionStorage', 'nobar-now.seats'),
    seatView: world.storedText('localStorage', 'nobar-now.seat-view'),
    keptTickets: createKeptTickets(world.storedText('localStorage', 'nobar-now.tickets')),
  };
}

/** The stored token; undefined when what is stored is none, such as text that no header can carry. */
function readToken(stored: StoredText): string | undefined {
  const text = stored.read();
  return text !== undefined && TOKEN.test(text) ? text : undefined;
}
