import type { Booking } from '#contract/booking.ts';
import type { Ticket } from '#contract/ticket.ts';

/** The contents of the dialog that the user confirmed: film, screening, seats and price, or the ticket, or an amount in rupiah. */
export type Command =
  | {
      readonly kind: 'purchase';
      readonly booking: Booking;
      readonly movieId: number;
      /** The seats of friends; the user's own invitation names them, too. */
      readonly beside: readonly number[];
    }
  | { readonly kind: 'cancellation'; readonly ticket: Ticket }
  | { readonly kind: 'topUp'; readonly amount: number }
  | { readonly kind: 'withdrawal'; readonly amount: number };

export type CommandKind = Command['kind'];
export type CommandOf<Kind extends CommandKind> = Extract<Command, { readonly kind: Kind }>;

/** A command and the password, which is empty if the command needs none (section 5). */
export interface ConfirmedCommand {
  readonly command: Command;
  readonly password: string;
}

/** A command as it is sent to the server, with the same key each time. */
export type CommandRequest = ConfirmedCommand & { readonly idempotencyKey: string };

/** Sent to the root when the user confirms a dialog; the root spawns the command. */
export type StartCommand = { type: 'command.start'; confirmed: ConfirmedCommand };

/** A change that the server reports for a command. */
export type Change =
  | { type: 'tickets.booked'; ticket: Ticket }
  /** `freedSeatNumbers`: seats that the friends of a share could not get back. */
  | { type: 'tickets.cancelled'; ticket: Ticket; freedSeatNumbers?: readonly number[] | undefined }
  | { type: 'balance.changed'; balance: number };

/** The user of the command leaves. If the server ended the session, `session.ended` is sent first. */
export type Leaving = { type: 'visitor.left' } | { type: 'session.ended' };
