import type { Api, DoorCallName } from '#contract/calls.ts';
import type { Door } from '#contract/door.ts';
import type { Check, Conflict, DoorScreening, ListedTicket, QueuedChange, Signal } from '#domain/door.ts';
import type { Clock, Unsubscribe } from './environment.ts';
import type { System } from './targets.ts';

/** Why the camera reads nothing: not allowed, none there, in use by another app, or something else. */
export type CameraFailure = 'denied' | 'absent' | 'busy' | 'failed';

export interface CameraListener {
  /** The picture of the camera is shown. */
  readonly onStarted: () => void;
  /** The camera has read the text of a QR code. It may report the same text for each picture. */
  readonly onRead: (text: string) => void;
  /** The camera does not work, or no longer. Nothing is read until it is started again. */
  readonly onFailed: (reason: CameraFailure) => void;
}

export interface Camera {
  /** Starts the camera. The function that it returns stops it, also before it has started. */
  readonly start: (listener: CameraListener) => Unsubscribe;
}

/** The data that a phone needs at a door without a connection. It belongs to the token that is stored. */
export interface SavedDoor {
  readonly door: Door;
  /** The chosen screening. */
  readonly screening?: DoorScreening | undefined;
  /** The valid tickets of the chosen screening; undefined before they were loaded. */
  readonly tickets?: readonly ListedTicket[] | undefined;
}

/** Entries under one key each, so that two tabs do not overwrite each other's. */
export interface StoredEntries<Entry> {
  /** The entries of all tabs, the oldest first. */
  readonly list: () => readonly Entry[];
  /** Stores an entry. False if the browser refuses, because storage is full or blocked. */
  readonly add: (entry: Entry) => boolean;
  readonly remove: (key: string) => void;
  /** Calls the listener when another tab has changed the entries. */
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

export type AskedCheck = Pick<Check, 'code' | 'key' | 'at'> & { readonly screening: DoorScreening };

export interface DoorStorage {
  /** Whether a token is stored. The API client sends it. */
  readonly hasToken: () => boolean;
  /** Calls the listener when another tab has stored or removed a token. */
  readonly onTokenChanged: (listener: () => void) => Unsubscribe;
  readonly saved: {
    readonly read: () => SavedDoor | undefined;
    readonly write: (saved: SavedDoor) => void;
    readonly remove: () => void;
  };
  /**
   * The checks that the server was asked about and has not answered. It may have admitted the tickets, so the next check of such a code
   * repeats the request with its key, also after a reload.
   */
  readonly asked: StoredEntries<AskedCheck>;
  readonly queue: StoredEntries<QueuedChange>;
  readonly conflicts: StoredEntries<Conflict>;
}

/** The address of the page, `/door#TOKEN`. */
export interface DoorLink {
  /**
   * Moves the token of the address, if it has one, to the storage. The saved door of another token and what it asked are removed
   * then; the queue and the conflicts stay.
   */
  readonly take: () => void;
  /** Calls the listener when the address gets another fragment: a second link was opened in this tab. */
  readonly subscribe: (listener: () => void) => Unsubscribe;
}

/** The phone around the page of a door. */
export interface DoorDevice {
  readonly isHidden: () => boolean;
  readonly onVisibilityChange: (listener: () => void) => Unsubscribe;
  readonly onOnline: (listener: () => void) => Unsubscribe;
  /** Calls the listener when another tab has called `notifyTabs`, because the server has confirmed a change. */
  readonly onOtherTab: (listener: () => void) => Unsubscribe;
  readonly notifyTabs: () => void;
  /** Keeps the screen on while the page is visible, and lets tones play from the next touch on. Does what the browser can. */
  readonly keepReady: () => Unsubscribe;
  /** Plays a tone and vibrates, as far as the browser can. */
  readonly signal: (signal: Signal) => void;
}

/** Everything outside the machine of a door that its effects use. */
export interface DoorEnvironment {
  readonly api: Api<DoorCallName>;
  readonly clock: Clock;
  readonly link: DoorLink;
  readonly storage: DoorStorage;
  readonly camera: Camera;
  readonly device: DoorDevice;
  /** The SHA-256 of a text, in hexadecimal. */
  readonly sha256: (text: string) => Promise<string>;
  /** Creates a key that cannot be guessed. */
  readonly createKey: () => string;
}

const environments = new WeakMap<System, DoorEnvironment>();

/** Sets the environment of the system of a door. Call it before the actor starts. */
export function provideDoorEnvironment({ system }: { readonly system: System }, environment: DoorEnvironment): void {
  environments.set(system, environment);
}

/** The environment of the system of a door. Throws when none was provided. */
export function doorEnvironmentOf(system: System): DoorEnvironment {
  const environment = environments.get(system);
  if (environment === undefined) throw new Error('No environment of a door was provided');
  return environment;
}
