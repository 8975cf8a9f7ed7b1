import { fromPromise } from 'xstate';
import type { Hold, HoldRelease, HoldRequest } from '#contract/hold.ts';
import { ownHoldIn, type ReportedHold } from '#domain/hall.ts';
import { reportedHoldId } from '#domain/marks.ts';
import { sortSeats } from '#domain/seats.ts';
import type { Screening } from '#domain/showtimes.ts';
import { markFor } from './computeMark.ts';
import { environmentOf } from './environment.ts';
import type { System } from './targets.ts';

/** The user's hold of seats of one screening. */
export interface OwnHold {
  /** The start of its id, as reports have it. */
  readonly id: string;
  readonly seatNumbers: readonly number[];
  /** In epoch milliseconds. */
  readonly expiresAt: number;
  /** The seats that the user shares with friends. They are not for the user alone, so they are not among `seatNumbers`. */
  readonly shared?: readonly number[];
}

/** The user's hold with the code for friends. Its seats are not the user's alone. */
export interface OwnShare {
  readonly id: string;
  /** Undefined if the user has come back without the link. */
  readonly shareCode: string | undefined;
  readonly seatNumbers: readonly number[];
  /** The seats that are paid for. */
  readonly paid: readonly number[];
  /** In epoch milliseconds. */
  readonly expiresAt: number;
}

/** The seats to hold instead of those of an earlier hold. The server refuses if the user's hold is another one. */
export interface Wish {
  readonly screening: Screening;
  readonly seatNumbers: readonly number[];
  readonly replaces: string | undefined;
}

/** The last report of a screening, and what is needed to find the user's hold in it. */
export interface OwnReport {
  readonly screening: Screening;
  readonly startsAt: number;
  readonly userId: string;
  /** The code in the URL. */
  readonly shareCode: string | undefined;
  readonly holds: readonly ReportedHold[];
  /** The id of the user's last hold that has ended. A report may be older than its end. */
  readonly endedHold: string | undefined;
}

/** The user's hold or share in a report, if there is one, and the held seats of the report, without those of an ended hold of the user. */
export interface FoundHold {
  readonly hold: OwnHold | undefined;
  readonly share: OwnShare | undefined;
  readonly held: readonly number[];
  /** The user's mark in the reports of the screening. */
  readonly mark: string;
}

export const createHold = fromPromise<OwnHold, Wish>(async ({ input, system }) =>
  ownHoldOf(await request(system, holdRequest(input))),
);

export const shareSeats = fromPromise<OwnShare, Wish>(async ({ input, system }) =>
  ownShareOf(await request(system, { ...holdRequest(input), shared: true })),
);

/** Finds the user's hold in a report by its mark. The code of a share is known if it is the one in the URL. */
export const findHold = fromPromise<FoundHold, OwnReport>(async ({ input, system }) => {
  const { endedHold, holds, screening, shareCode, startsAt, userId } = input;
  const marked = { title: screening.title, startsAt };
  const mark = await markFor(userId, marked);
  const own = ownHoldIn({ holds, endedHold, mark }, environmentOf(system).clock.now());
  const others = holds.filter(({ by, id }) => by !== mark || id === own?.id);
  const held = sortSeats(others.flatMap(({ seatNumbers }) => seatNumbers));
  const found = { hold: undefined, share: undefined, held, mark };
  if (own === undefined) return found;
  const { id, seatNumbers, expiresAt } = own;
  if (own.share === undefined) return { ...found, hold: { id, seatNumbers, expiresAt } };
  const isKnown = shareCode !== undefined && (await markFor(shareCode, marked)) === own.share;
  const paid = own.paidSeatNumbers ?? [];
  return { ...found, share: { id, seatNumbers, paid, expiresAt, shareCode: isKnown ? shareCode : undefined } };
});

export const releaseHold = fromPromise<undefined, HoldRelease>(({ input, system }) =>
  environmentOf(system).api('releaseHold', { input }),
);

function request(system: System, input: HoldRequest): Promise<Hold> {
  const { api, createKey } = environmentOf(system);
  return api('createHold', { input, idempotencyKey: createKey() });
}

function holdRequest({ screening: { title, date, time }, seatNumbers, replaces }: Wish): HoldRequest {
  const showtime = { movieTitle: title, showtimeDate: date, showtimeTime: time };
  return { ...showtime, seatNumbers: [...seatNumbers], ...(replaces !== undefined && { replaces }) };
}

function ownHoldOf({ id, seatNumbers, expiresAt }: Hold): OwnHold {
  return { id: reportedHoldId(id), seatNumbers, expiresAt: Date.parse(expiresAt) };
}

function ownShareOf({ id, shareCode, seatNumbers, expiresAt }: Hold): OwnShare {
  return { id: reportedHoldId(id), shareCode, seatNumbers, paid: [], expiresAt: Date.parse(expiresAt) };
}
