import { readAdmissionCode } from './admissionCode.ts';
import type { Failure } from './failure.ts';
import type { Showtime } from './showtimes.ts';

/** Milliseconds in which the same code before the camera is the same sight, and not a second visit. Each sight begins them again. */
export const SAME_SIGHT = 3000;

/** The camera reports a text that stays before it once in these milliseconds. */
export const SIGHT_INTERVAL = 250;

/** Milliseconds that a door waits for the server. After them it answers from its list. */
export const ANSWER_TIMEOUT = 4000;

/** Milliseconds between two requests of the list of tickets. */
export const LIST_INTERVAL = 10_000;

/** Milliseconds after the start of a screening during which a new door still proposes it: some people are late. */
const LATE = 30 * 60_000;

/** The longest text of a code that the machine keeps and compares. A QR code can contain 4,000 characters. */
const LONGEST_SIGHT = 100;

/** The screening at whose door tickets are checked. */
export interface DoorScreening extends Showtime {
  readonly movieTitle: string;
}

/** A ticket in a door's list: the SHA-256 of its code in hexadecimal, its seats, and when which door admitted it. */
export interface ListedTicket {
  readonly codeHash: string;
  readonly seatNumbers: readonly number[];
  /** An ISO instant. */
  readonly admittedAt?: string | undefined;
  readonly door?: string | undefined;
}

/** An admission, or the undo of one, by this phone. */
export interface DoorChange {
  readonly kind: 'admit' | 'undo';
  readonly codeHash: string;
  /** The server's time, in epoch milliseconds. */
  readonly at: number;
}

/** A change that the server has not confirmed yet. */
export interface QueuedChange extends DoorChange {
  /** The idempotency key with which it is sent. */
  readonly key: string;
  /** Whether the server may have stored another answer with the key, because an earlier check had it. */
  readonly isRepeated: boolean;
  readonly code: string;
  readonly seatNumbers: readonly number[];
  readonly screening: DoorScreening;
}

/** The check of a code, with the idempotency key of its admission. */
export type Check = Pick<QueuedChange, 'code' | 'codeHash' | 'key' | 'at' | 'isRepeated'>;

/** The server's answers about a code. Instants are ISO. */
export type ServerAnswer =
  | { readonly answer: 'welcome'; readonly seatNumbers: readonly number[]; readonly admittedAt: string }
  | {
      readonly answer: 'already_inside';
      readonly seatNumbers: readonly number[];
      readonly admittedAt: string;
      readonly door: string;
    }
  | ({ readonly answer: 'another_screening' } & DoorScreening)
  | { readonly answer: 'cancelled' | 'not_ours' }
  | { readonly answer: 'too_early'; readonly opensAt: string };

/** Everything that a door says about a code. */
export type DoorAnswer =
  | ServerAnswer
  /** Admitted by the list of this phone; sent to the server later. */
  | { readonly answer: 'welcome_unconfirmed'; readonly seatNumbers: readonly number[]; readonly admittedAt: string }
  /** The phone is offline, and its list lacks the code: the ticket may be new, cancelled, of another screening or false. */
  | { readonly answer: 'unlisted' }
  /** The text is not a code of a ticket: too short, too long, or something else. */
  | { readonly answer: 'not_a_code' }
  /** The phone is offline and cannot store an admission, so it admits nobody. */
  | { readonly answer: 'unstored' }
  /** The phone cannot store the undo of the last admission, so the ticket is still inside. */
  | { readonly answer: 'not_undone' }
  /** The server refused to answer, for example because of too many guesses. */
  | { readonly answer: 'failed'; readonly failure: Failure }
  /** The last admission is undone. */
  | { readonly answer: 'undone'; readonly seatNumbers: readonly number[] };

/** A queued change with an unexpected answer of the server. It stays listed until staff acknowledge it. */
export interface Conflict extends Pick<QueuedChange, 'kind' | 'key' | 'seatNumbers' | 'screening' | 'at'> {
  readonly outcome:
    | Exclude<ServerAnswer, { readonly answer: 'welcome' }>
    /** This door had not admitted the ticket, so it may still be inside. */
    | { readonly answer: 'not_undone' }
    | { readonly answer: 'failed'; readonly failure: Failure };
}

/** How an answer sounds and feels. `unsure` is for a ticket that is welcome, but not confirmed, and for an undo. */
export type Signal = 'good' | 'unsure' | 'bad';

export function signalOf({ answer }: DoorAnswer): Signal {
  if (answer === 'welcome') return 'good';
  return answer === 'welcome_unconfirmed' || answer === 'undone' ? 'unsure' : 'bad';
}

/** The text by which two sights of the same ticket are equal: its code, or the beginning of another text. */
export function sightOf(text: string): string {
  return readAdmissionCode(text) ?? text.trim().slice(0, LONGEST_SIGHT);
}

/** The list with the changes of this phone, in their order. */
export function withChanges(
  tickets: readonly ListedTicket[],
  changes: readonly DoorChange[],
  door: string,
): ListedTicket[] {
  return tickets.map((ticket) =>
    changes
      .filter(({ codeHash }) => codeHash === ticket.codeHash)
      .reduce((changed, change) => after(changed, change, door), ticket),
  );
}

function after(
  { codeHash, seatNumbers, ...before }: ListedTicket,
  { kind, at }: DoorChange,
  door: string,
): ListedTicket {
  if (kind === 'undo') return { codeHash, seatNumbers };
  if (before.admittedAt !== undefined) return { codeHash, seatNumbers, ...before };
  return { codeHash, seatNumbers, admittedAt: new Date(at).toISOString(), door };
}

interface OfflineCheck {
  /** The list with the changes of this phone; undefined if the phone has none. */
  readonly tickets: readonly ListedTicket[] | undefined;
  readonly codeHash: string;
  /** The start of the screening, as an ISO instant. */
  readonly startsAt: string;
  readonly opensMinutesBefore: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The name of this door. */
  readonly door: string;
}

/** The answer about a code without the server. Only `welcome_unconfirmed` admits the ticket. */
export function answerOffline({
  tickets,
  codeHash,
  startsAt,
  opensMinutesBefore,
  now,
  door,
}: OfflineCheck): DoorAnswer {
  const ticket = tickets?.find((each) => each.codeHash === codeHash);
  if (ticket === undefined) return { answer: 'unlisted' };
  const { admittedAt, seatNumbers } = ticket;
  if (admittedAt !== undefined) return { answer: 'already_inside', seatNumbers, admittedAt, door: ticket.door ?? door };
  const opensAt = Date.parse(startsAt) - opensMinutesBefore * 60_000;
  if (now < opensAt) return { answer: 'too_early', opensAt: new Date(opensAt).toISOString() };
  return { answer: 'welcome_unconfirmed', seatNumbers, admittedAt: new Date(now).toISOString() };
}

/** How many of the sold seats are inside. */
export function countSeats(tickets: readonly ListedTicket[]): { readonly inside: number; readonly sold: number } {
  const seats = (counted: readonly ListedTicket[]) => counted.flatMap(({ seatNumbers }) => seatNumbers).length;
  return { inside: seats(tickets.filter(({ admittedAt }) => admittedAt !== undefined)), sold: seats(tickets) };
}

/** The screening that a door proposes: the next one, or one that began less than half an hour ago. Else the last one. */
export function proposedScreening<Screening extends { readonly startsAt: string }>(
  screenings: readonly Screening[],
  now: number,
): Screening | undefined {
  return screenings.find(({ startsAt }) => Date.parse(startsAt) > now - LATE) ?? screenings.at(-1);
}

/** Whether both are the same film at the same time. */
export function isSameDoorScreening(one: DoorScreening, other: DoorScreening): boolean {
  return (
    one.movieTitle === other.movieTitle &&
    one.showtimeDate === other.showtimeDate &&
    one.showtimeTime === other.showtimeTime
  );
}
