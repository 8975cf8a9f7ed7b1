import type { ActorRefFrom } from 'xstate';
import type { AppEvent } from '#machines/appMachine.ts';
import type { sessionMachine } from '#machines/sessionMachine.ts';
import type { Client } from '../api/client.ts';
import type { OpenFeed } from '../api/liveSeats.ts';
import type { BrowserHistory } from './browserHistory.ts';
import type { StoredText } from './browserStorage.ts';
import type { KeptTickets } from './keptTickets.ts';

/** The world as the machines meet it. */
export interface Dependencies {
  readonly client: Client;
  readonly openFeed: OpenFeed;
  readonly history: BrowserHistory;
  readonly window: Window;
  readonly now: () => number;
  readonly zone: string;
  /** A random number from 0 to less than 1; the first is the one that the document fetched posters by. */
  readonly chance: () => number;
  readonly token: StoredText;
  readonly theme: StoredText;
  readonly keptSelection: StoredText;
  readonly seatView: StoredText;
  readonly keptTickets: KeptTickets;
  readonly announce: (fact: AppEvent) => void;
}

/** What a page's machine meets beyond that: the session it belongs to. */
export interface PageDependencies extends Dependencies {
  readonly session: ActorRefFrom<typeof sessionMachine>;
}

/** A fresh Idempotency-Key: 128 random bits in hexadecimal. */
export function createIdempotencyKey(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}
