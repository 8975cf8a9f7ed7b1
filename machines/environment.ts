import { fromCallback, type EventObject } from 'xstate';
import type { SeatEvent } from '#contract/bookedSeats.ts';
import type { Api } from '#contract/calls.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { SharedLink } from './events.ts';
import type { AppLocation } from './navigation.ts';
import type { System } from './targets.ts';

export type Unsubscribe = () => void;

/** A text that the browser stores under a fixed key. */
export interface StoredText {
  readonly read: () => string | undefined;
  readonly write: (text: string) => void;
  readonly remove: () => void;
  /** Calls the listener when another tab has changed the text. */
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/** The selected seats of this tab, by screening. They survive reload, Back and Forward. */
export interface SavedSeats {
  readonly find: (screening: Screening) => readonly number[];
  /** Saves the selection; an empty one removes the screening. */
  readonly save: (screening: Screening, seatNumbers: readonly number[]) => void;
}

/** The tickets that a user opened on this device. They show while the server is unreachable. */
export interface SavedTickets {
  readonly list: () => readonly Ticket[];
  readonly find: (ticketId: string) => Ticket | undefined;
  /** Saves an opened ticket, and removes the tickets of other users. */
  readonly save: (userId: string, ticket: Ticket) => void;
  /** Removes the tickets of other users. */
  readonly disown: (userId: string) => void;
  /** Updates the saved tickets from the server's list, and removes those that the list lacks. */
  readonly sync: (tickets: readonly Ticket[]) => void;
  readonly drop: (ticketId: string) => void;
  readonly forget: () => void;
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/** Everything that the browser stores for the product. */
export interface Storage {
  readonly token: StoredText;
  readonly theme: StoredText;
  readonly seatView: StoredText;
  /** The language that a visit has offered, so that no later one does. */
  readonly languageOffer: StoredText;
  readonly seats: SavedSeats;
  readonly tickets: SavedTickets;
}

export interface Clock {
  /** The server's time, in epoch milliseconds. A correction by a response can set it back. */
  readonly now: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
  /** Calls the listener at this interval, and whenever a response has corrected the clock. */
  readonly every: (milliseconds: number, listener: () => void) => Unsubscribe;
}

/** The client's reports on requests that set the loading flag. */
export type RequestReport = 'request.started' | 'request.settled';

/** Receives the events of a screening's seat feed. */
export interface SeatFeedListener {
  /** Gets all sold and held seats, ascending: first when the feed connects, then after each change. */
  readonly onSeats: (event: SeatEvent) => void;
  /** The server sends a heartbeat every `FEED_HEARTBEAT` milliseconds. */
  readonly onHeartbeat: () => void;
  /** @param forGood Whether the feed stays closed; otherwise the browser reconnects by itself, or an event was invalid. */
  readonly onLost: (forGood: boolean) => void;
}

/** The outcome of sharing; `closed` if no target was chosen in the share sheet, `refused` if the browser can neither share nor copy. */
export interface ShareResult {
  readonly outcome: 'shared' | 'closed' | 'copied' | 'refused';
}

/** The browser around the pages. */
export interface Device {
  readonly isHidden: () => boolean;
  readonly onVisibilityChange: (listener: () => void) => Unsubscribe;
  readonly onOnline: (listener: () => void) => Unsubscribe;
  /** Calls with the scroll position in pixels, at once and after each change. */
  readonly onScroll: (listener: (pixels: number) => void) => Unsubscribe;
  /** Calls the listener when another tab has called `notifyTabs`, because it changed the account. */
  readonly onOtherTab: (listener: () => void) => Unsubscribe;
  readonly notifyTabs: () => void;
  /** Moves the focus to the content when the focused element is removed. */
  readonly retainFocus: () => Unsubscribe;
  readonly focusContent: () => void;
  readonly reload: () => void;
  readonly scrollToTop: () => void;
  /** Scrolls a part of the page into view after the next render, as little as possible. */
  readonly reveal: (id: string) => void;
  /** Stops the document's own script, which covers the page, holds clicks and shows failures until the machines run. */
  readonly takeOverDocument: () => void;
  readonly showTheme: (theme: 'dark' | 'light') => void;
  /** False in the browsers of some apps. */
  readonly canPrint: () => boolean;
  readonly print: () => void;
  /** The absolute URL of a link, in the language of the page. */
  readonly urlOf: (link: SharedLink) => string;
  /** Opens the share sheet, or copies the link if the browser has none. Never resolves in some browsers. */
  readonly shareLink: (link: SharedLink) => Promise<ShareResult>;
}

/** The id of the machine that runs a page, and the input that the page derives from the location. */
export interface PageMachine {
  readonly machine: 'amountForm' | 'booking' | 'myInfo' | 'myTickets' | 'ticket' | 'transactions';
  readonly input: unknown;
}

/** A screening, and the seats that were sold when the visitor left it. The tab saves the selected seats. */
export interface LeftHall {
  readonly screening: Screening;
  readonly sold: readonly number[];
}

/** Everything outside the machines that their effects use. The browser, the server renderer and the tests each provide one. */
export interface Environment {
  readonly api: Api;
  readonly onRequest: (listener: (report: RequestReport) => void) => Unsubscribe;
  /** Calls the listener when the server no longer knows the token of a request. */
  readonly onSessionEnded: (listener: () => void) => Unsubscribe;
  /** Calls the listener when the browser did not store the token or a ticket. */
  readonly onStorageRefused: (listener: () => void) => Unsubscribe;
  readonly storage: Storage;
  readonly clock: Clock;
  /**
   * Loads the code of the page at a location; undefined for a page without a machine. Returns a promise only if the code is not
   * loaded yet; it rejects when the code cannot be loaded.
   * @param left The seats that the page showed when the visitor left it, if this history entry showed any
   */
  readonly loadPage: (
    location: AppLocation,
    left?: LeftHall,
  ) => PageMachine | undefined | Promise<PageMachine | undefined>;
  /** Opens one stream, whether or not the page is visible. */
  readonly openSeatFeed: (screening: Screening, listener: SeatFeedListener) => Unsubscribe;
  readonly device: Device;
  /** When the server rendered the document that the machines resumed from, in epoch milliseconds; undefined without one. */
  readonly renderedAt?: number | undefined;
  /** A random number from 0 to less than 1, the same for the whole visit. */
  readonly random: number;
  /** Creates a key that cannot be guessed. */
  readonly createKey: () => string;
  /** Resolves when a stored token can be read. Never resolves while the server renders a document. */
  readonly visitor: Promise<void>;
}

const environments = new WeakMap<System, Environment>();

/** Sets the environment of an actor's system. Call it before the actor starts. */
export function provideEnvironment({ system }: { readonly system: System }, environment: Environment): void {
  environments.set(system, environment);
}

/** The environment of an actor's system. Throws when none was provided. */
export function environmentOf(system: System): Environment {
  const environment = environments.get(system);
  if (!environment) throw new Error('No environment was provided');
  return environment;
}

/**
 * A listener that calls another one while the page is visible, `milliseconds` after its last call or later. A clock that a response
 * has set back by days counts as later.
 */
export function whenVisible(system: System, milliseconds: number, listener: () => void): () => void {
  const { clock, device } = environmentOf(system);
  let calledAt = clock.now();
  return () => {
    if (device.isHidden() || Math.abs(clock.now() - calledAt) < milliseconds) return;
    calledAt = clock.now();
    listener();
  };
}

const CLOCK_INTERVAL = 5000;

/** Milliseconds by which a slow connection can make a document late. */
const FRESH_DOCUMENT = 60_000;

/**
 * Whether the machines resumed from a saved document, so that its data may be out of date. True as well when the device's clock is
 * wrong; the next response corrects it.
 */
export function isDocumentSaved(system: System): boolean {
  const { clock, renderedAt } = environmentOf(system);
  return renderedAt !== undefined && Math.abs(clock.now() - renderedAt) > FRESH_DOCUMENT;
}

/** Callback actor: sends the current time, in epoch milliseconds, every 5 seconds and when a response has corrected the clock. */
export const watchClock = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { clock } = environmentOf(system);
  return clock.every(CLOCK_INTERVAL, () => sendBack({ type: 'clock.ticked', now: clock.now() }));
});

/** Callback actor: sends an event when the browser is online again. */
export const watchOnline = fromCallback<EventObject, undefined>(({ sendBack, system }) =>
  environmentOf(system).device.onOnline(() => sendBack({ type: 'browser.online' })),
);
