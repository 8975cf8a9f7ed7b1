import type { AnyActorRef } from 'xstate';
import type { Api } from '#contract/api.ts';
import type { Ticket } from '#contract/ticket.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { AppLocation } from './navigation.ts';

export type Unsubscribe = () => void;

/** One text that the browser stores under a fixed key. */
export interface StoredText {
  readonly read: () => string | undefined;
  readonly write: (text: string) => void;
  readonly remove: () => void;
  /** Calls when another tab has changed it. */
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/** The seats chosen in this tab, by screening: they stay over reload, Back, Forward and a look elsewhere. */
export interface SavedSeats {
  readonly find: (screening: Screening) => readonly number[];
  /** Saves what is chosen now; no seat forgets the screening. */
  readonly save: (screening: Screening, seatNumbers: readonly number[]) => void;
}

/** The tickets that a user opened on this device, to be shown when the cinema is out of reach. */
export interface SavedTickets {
  readonly list: () => readonly Ticket[];
  readonly find: (ticketId: string) => Ticket | undefined;
  /** Saves a ticket that was opened; those of another user go. */
  readonly save: (userId: string, ticket: Ticket) => void;
  /** Removes what another user left. */
  readonly disown: (userId: string) => void;
  /** Takes over what the cinema says of the saved tickets; those it does not list go. */
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
  readonly seats: SavedSeats;
  readonly tickets: SavedTickets;
}

export interface Clock {
  /** The server's present, in epoch milliseconds. A response that corrects it can set it back. */
  readonly now: () => number;
  /** The cinema's IANA time zone. */
  readonly zone: string;
  /** Calls the listener at this interval, and whenever a response has corrected the clock. */
  readonly every: (milliseconds: number, listener: () => void) => Unsubscribe;
}

/** Reports for the root: on requests, on a token that the server no longer knows, and on a token or tickets that the browser did not store. */
export type EnvironmentReport = 'request.started' | 'request.settled' | 'session.ended' | 'storage.refused';

/** Listens to the seats of a screening. */
export interface SeatFeedListener {
  readonly onConnected: () => void;
  /** All seats sold, ascending; at once and after each change. */
  readonly onSeats: (seatNumbers: readonly number[]) => void;
  readonly onDisconnected: () => void;
}

/** The outcome of sharing; `refused` when the browser neither shares nor copies. */
export interface ShareResult {
  readonly outcome: 'shared' | 'copied' | 'refused';
  readonly url: string;
}

/** A link to be shared: its path, and a title for whoever gets it. */
export interface SharedLink {
  readonly title: string;
  readonly path: string;
}

/** The browser around the pages. */
export interface Device {
  readonly isHidden: () => boolean;
  readonly onVisibilityChange: (listener: () => void) => Unsubscribe;
  readonly onOnline: (listener: () => void) => Unsubscribe;
  /** Calls with how far the page is scrolled, in pixels, at once and after each change. */
  readonly onScroll: (listener: (pixels: number) => void) => Unsubscribe;
  /** Calls when another tab has changed something of the account; `notifyTabs` says so to the others. */
  readonly onOtherTab: (listener: () => void) => Unsubscribe;
  readonly notifyTabs: () => void;
  /** Leads the focus to the content when the element that held it goes away. */
  readonly retainFocus: () => Unsubscribe;
  readonly focusContent: () => void;
  readonly scrollToTop: () => void;
  /** Scrolls as little as shows a part of the page, once it is rendered. */
  readonly reveal: (id: string) => void;
  /** Ends what the script in the document does until the machines run: it covers the page, holds buttons and shows failures. */
  readonly takeOverDocument: () => void;
  readonly showTheme: (theme: 'dark' | 'light') => void;
  readonly print: () => void;
  /** Opens the device's sheet for sharing, else copies the link. */
  readonly shareLink: (link: SharedLink) => Promise<ShareResult>;
  /** Hands the browser a text as a file to be saved. */
  readonly saveFile: (file: { readonly name: string; readonly type: string; readonly text: string }) => void;
}

/** The world outside of the machines, for their effects: a browser, a server that renders a document, or a test. */
export interface Environment {
  readonly api: Api;
  readonly onReport: (listener: (report: EnvironmentReport) => void) => Unsubscribe;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly followSeats: (screening: Screening, listener: SeatFeedListener) => Unsubscribe;
  readonly device: Device;
  /** A random number from 0 to less than 1, one for the visit. */
  readonly random: number;
  /** A new key that nobody can guess. */
  readonly createKey: () => string;
  /** Resolves once there is somebody whose stored token can be read: never where a document is rendered. */
  readonly visitor: Promise<void>;
}

/** The environment of running actors, and the root above them, which a page's machine is not a part of. */
interface RunningEnvironment extends Environment {
  readonly root: AnyActorRef;
}

/** Shared by a root actor and all that it starts. */
type System = AnyActorRef['system'];

const environments = new WeakMap<System, RunningEnvironment>();

/** Provides the environment that an actor and all that it starts meet; before it starts. */
export function provideEnvironment(
  { system }: { readonly system: System },
  environment: Environment,
  root: AnyActorRef,
): void {
  environments.set(system, { ...environment, root });
}

/** The environment of an actor's system. */
export function environmentOf(system: System): RunningEnvironment {
  const environment = environments.get(system);
  if (!environment) throw new Error('No environment was provided');
  return environment;
}

/** Where the visitor is, as the root has heard from the router; undefined until then. */
export function currentLocation(system: System): AppLocation | undefined {
  const { location }: { readonly location: AppLocation | undefined } = environmentOf(system).root.getSnapshot().context;
  return location;
}

/** Calls with where the visitor is, at once and after each change. */
export function followLocation(system: System, listener: (location: AppLocation | undefined) => void): Unsubscribe {
  const report = () => listener(currentLocation(system));
  report();
  const subscription = environmentOf(system).root.on('location.changed', report);
  return () => subscription.unsubscribe();
}
