import type { Fault } from './network.ts';

/** A press of a button, by the actor that the view would send the event to. */
export type Target =
  | 'page'
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
  | { readonly act: 'signIn' | 'signUp' | 'changePassword'; readonly password: string }
  | { readonly act: 'confirmPurchase' | 'back' | 'forward' | 'reload' | 'closeTab' | 'showTab' }
  | { readonly act: 'visit'; readonly path: string }
  | { readonly act: 'openTicket' | 'inviteFriends' | 'reviewCancellation'; readonly nth: number }
  | { readonly act: 'followLink'; readonly nth: number };

/** An act of a visitor with the device. */
export type DeviceAct =
  | { readonly act: 'goOffline' | 'goOnline' | 'sleep' | 'wake' }
  | { readonly act: 'openTab'; readonly path: string }
  | { readonly act: 'setClock'; readonly error: number };

/** Something that happens to the server, or that its operator does. */
export type ServerAct =
  | { readonly act: 'nothing' | 'rest' | 'restart' | 'withdrawFilm' | 'returnFilm' | 'backUp' | 'restore' | 'cutFeeds' }
  | { readonly act: 'crash'; readonly afterStatements: number }
  | { readonly act: 'start' }
  | { readonly act: 'setServerClock'; readonly error: number };

/** One step of a simulation, and the milliseconds that pass after it. */
export type Step =
  | { readonly by: number; readonly tab: number; readonly does: TabAct; readonly ms: number }
  | { readonly by: number; readonly does: DeviceAct; readonly ms: number }
  | { readonly does: ServerAct; readonly ms: number };

/** A run that can be repeated: who visits, every step, and the fault of every request that has one. */
export interface Scenario {
  readonly seed: string;
  readonly visitors: number;
  readonly steps: readonly Step[];
  /** By the name of the request. */
  readonly faults: Readonly<Record<string, Fault>>;
}
