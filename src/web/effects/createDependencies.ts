import { createClient } from '../api/client.ts';
import type { Dependencies } from './dependencies.ts';
import { createKeptTickets } from './keptTickets.ts';
import type { World } from './world.ts';

/** What the machines are bound to, from the world they live in and where the visitor is in it; the fixed storage keys are named here. */
export function createDependencies(world: World, location: Dependencies['location']): Dependencies {
  const { tell } = world.calls;
  const token = world.storedText('localStorage', 'nobar-now.token');
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
