import type { ActorRefFrom } from 'xstate';
import type { intentsMachine } from '#machines/intentsMachine.ts';
import type { moviesMachine } from '#machines/moviesMachine.ts';
import type { AppLocation } from '#machines/navigation.ts';
import type { sessionMachine } from '#machines/sessionMachine.ts';
import type { Client } from '../api/client.ts';
import type { StoredText } from './browserStorage.ts';
import type { KeptTickets } from './keptTickets.ts';
import type { World } from './world.ts';

type Session = ActorRefFrom<typeof sessionMachine>;

interface RunningIntents {
  /** The actor that runs them; undefined until a page has asked for it. */
  readonly running: () => ActorRefFrom<typeof intentsMachine> | undefined;
  /** The same, started if there is none; not while React draws. */
  readonly start: () => ActorRefFrom<typeof intentsMachine>;
}

/** Where the visitor is, as the root has heard from the router. */
interface WatchedLocation {
  readonly current: () => AppLocation | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

/** The world as the machines meet it. */
export interface Dependencies extends World {
  readonly location: WatchedLocation;
  readonly client: Client;
  readonly token: StoredText;
  readonly theme: StoredText;
  readonly keptSeats: StoredText;
  readonly seatView: StoredText;
  readonly keptTickets: KeptTickets;
  readonly session?: Session;
  readonly intents?: RunningIntents;
}

/** What a page's machine meets beyond that: who is here. */
export interface SessionDependencies extends Dependencies {
  readonly session: Session;
}

/** And where something can be confirmed: what was. */
export interface PageDependencies extends SessionDependencies {
  readonly intents: RunningIntents;
  readonly movies: ActorRefFrom<typeof moviesMachine>;
}
