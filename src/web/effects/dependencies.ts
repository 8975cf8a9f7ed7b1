import type { ActorRefFrom } from 'xstate';
import type { intentsMachine } from '#machines/intentsMachine.ts';
import type { sessionMachine } from '#machines/sessionMachine.ts';
import type { Client } from '../api/client.ts';
import type { OpenFeed } from '../api/liveSeats.ts';
import type { BrowserHistory } from './browserHistory.ts';
import type { StoredText } from './browserStorage.ts';
import type { KeptTickets } from './keptTickets.ts';
import type { Tabs } from './tabs.ts';

/** What the client tells of its calls: for the loading flag, and when a token is no longer known. */
export interface Calls {
  readonly subscribe: (listener: (news: CallNews) => void) => () => void;
}

export type CallNews = 'request.started' | 'request.settled' | 'session.ended';

/** The world as the machines meet it. */
export interface Dependencies {
  readonly client: Client;
  readonly calls: Calls;
  readonly openFeed: OpenFeed;
  readonly history: BrowserHistory;
  readonly window: Window;
  readonly now: () => number;
  readonly zone: string;
  /** A random number from 0 to less than 1; the first is the one that the document fetched posters by. */
  readonly chance: () => number;
  readonly token: StoredText;
  readonly theme: StoredText;
  readonly keptSeats: StoredText;
  readonly seatView: StoredText;
  readonly keptTickets: KeptTickets;
  readonly tabs: Tabs;
}

/** What a page's machine meets beyond that: who is here. */
export interface SessionDependencies extends Dependencies {
  readonly session: ActorRefFrom<typeof sessionMachine>;
}

/** And where something can be confirmed: what was. */
export interface PageDependencies extends SessionDependencies {
  readonly intents: {
    /** The actor that runs them; undefined until a page has asked for it. */
    readonly running: () => ActorRefFrom<typeof intentsMachine> | undefined;
    /** The same, started if there is none; not while React draws. */
    readonly start: () => ActorRefFrom<typeof intentsMachine>;
  };
}
