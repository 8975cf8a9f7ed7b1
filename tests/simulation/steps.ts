import type { Fault } from './network.ts';

/** A press of a button, by the actor that the view would send the event to. */
export type Target =
  | 'page'
  | 'hall'
  | 'dialog'
  | 'authDialog'
  | 'session'
  | 'overlay'
  | 'movies'
  | 'invite'
  | 'changePassword'
  | 'signOutOthers'
  | 'theme'
  | 'shell'
  | 'seatView';

export type Press = { readonly type: string } & Readonly<Record<string, unknown>>;

/** An act of a visitor in a tab. */
export type TabAct =
  | { readonly act: 'press'; readonly at: Target; readonly event: Press }
  | { readonly act: 'signIn' | 'signUp'; readonly password: string }
  | { readonly act: 'confirmPurchase' | 'back' | 'forward' | 'reload' | 'closeTab' | 'showTab' }
  | { readonly act: 'visit'; readonly path: string }
  | { readonly act: 'openTicket' | 'reviewCancellation'; readonly nth: number }
  | { readonly act: 'followLink'; readonly nth: number };

/** An act of a visitor with the device. */
export type DeviceAct =
  | { readonly act: 'goOffline' | 'goOnline' | 'sleep' | 'wake' }
  | { readonly act: 'openTab'; readonly path: string };

/** A film at a showtime, as requests name it. */
export interface Showing {
  readonly movieTitle: string;
  readonly showtimeDate: string;
  readonly showtimeTime: string;
}

/** How a dishonest visitor sends a request: with which session of which account, by number. */
interface AsAccount {
  readonly account: number;
  readonly session: number;
  /** Milliseconds between the arrival of the headers and that of the body. */
  readonly bodyMs: number;
  /** Milliseconds after which the session is signed out, on another device if there is one; undefined if it stays. */
  readonly leavesAfterMs?: number;
}

/** Which of an account's holds a request names by its id. */
export type NamedHold = 'none' | 'latest' | 'older';

/** An act of a dishonest visitor, who sends requests without the web client. */
export type DishonestAct =
  | { readonly act: 'enter'; readonly account: number }
  | ({ readonly act: 'leave' } & AsAccount)
  | ({
      readonly act: 'hold';
      readonly showing: Showing;
      readonly seatNumbers: readonly number[];
      readonly shared: boolean;
      readonly replaces: NamedHold;
    } & AsAccount)
  | ({ readonly act: 'holdAgain'; readonly times: number } & AsAccount)
  | ({ readonly act: 'release'; readonly shared: boolean; readonly named: NamedHold } & AsAccount)
  | ({ readonly act: 'buy'; readonly showing: Showing; readonly seatNumbers: readonly number[] } & AsAccount)
  | ({
      readonly act: 'buyShared';
      readonly nth: number;
      readonly count: number;
      /** Whether to buy some of the account's own held seats with the same ticket. */
      readonly withOwn: boolean;
    } & AsAccount)
  | ({ readonly act: 'cancel'; readonly nth: number } & AsAccount)
  | ({ readonly act: 'topUp'; readonly amount: number } & AsAccount)
  | { readonly act: 'repeat'; readonly account: number; readonly nth: number };

/**
 * An event at a door. `show`: a visitor shows the `nth` latest ticket, cancelled or not, while the phone has chosen the screening of
 * the ticket `otherNth`, often the same.
 */
export type DoorAct =
  | { readonly act: 'openDoor' | 'closeDoor' | 'goOffline' | 'goOnline' }
  | { readonly act: 'show'; readonly nth: number; readonly otherNth: number; readonly bodyMs: number }
  | { readonly act: 'undo'; readonly bodyMs: number };

/** Something that happens to the server, or that its operator does. */
export type ServerAct =
  | { readonly act: 'nothing' | 'rest' | 'start' | 'restart' | 'cutFeeds' }
  | { readonly act: 'crash'; readonly afterStatements: number };

/** One step of a simulation, and the milliseconds that pass after it. */
export type Step =
  | { readonly by: number; readonly tab: number; readonly does: TabAct; readonly ms: number }
  | { readonly by: number; readonly does: DeviceAct; readonly ms: number }
  | { readonly dishonest: number; readonly does: DishonestAct; readonly ms: number }
  | { readonly door: number; readonly does: DoorAct; readonly ms: number }
  | { readonly does: ServerAct; readonly ms: number };

/** A run that can be repeated: who visits, every step, and the fault of every request that has one. */
export interface Scenario {
  readonly seed: string;
  /** The number of devices of honest visitors. */
  readonly visitors: number;
  readonly dishonest: number;
  readonly steps: readonly Step[];
  /** By the name of the request. */
  readonly faults: Readonly<Record<string, Fault>>;
}
