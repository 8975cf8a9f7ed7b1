import type { SessionUser } from '#contract/user.ts';
import type { Screening } from '#domain/showtimes.ts';
import type { Change, StartCommand } from './commands.ts';

/** Sent to the root. `session.left`: the user pressed LOG OUT. `session.ended`: the server no longer knows the token. */
export type SessionFact =
  | { type: 'session.restoring' }
  | { type: 'session.signedIn' }
  | { type: 'session.left' }
  | { type: 'session.ended' }
  | { type: 'session.signedOut' }
  | { type: 'session.unreachable' };

/** Events that other machines send to the root. */
export type AppMessage = SessionFact | StartCommand | { type: 'auth.required' };

/** Events that other machines send to the session. */
export type SessionMessage =
  | { type: 'session.start'; user: SessionUser }
  | { type: 'account.changed' | 'tickets.retry' | 'session.retry' }
  | Change;

/** Events that commands send to the shell, whose status line says that an outcome is unknown. */
export type ShellMessage = { type: 'command.unsettled' | 'command.settled' };

/**
 * A link to seats beside those of a ticket, or to shared seats. The device makes the title of the share sheet. The time names its zone.
 */
export interface SharedLink {
  readonly kind: 'beside' | 'kept';
  readonly screening: Screening;
  readonly path: string;
}

/** A link to share, and the id of what it is for. */
export interface LinkToShare {
  readonly id: string;
  readonly link: SharedLink;
}

/** The event that opens the share sheet. */
export type InviteMessage = { type: 'link.share' } & LinkToShare;
