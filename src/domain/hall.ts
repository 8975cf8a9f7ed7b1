import { canBuy } from './booking.ts';
import { failed, type Failure } from './failure.ts';
import { MINIMUM_SHARED_SEATS, sortSeats } from './seats.ts';
import { heldLossOf, lossOf, lostSeats, mergeSeats, withoutSeats } from './selection.ts';

/** A running hold in a report of the seats. `by` and `share` are the marks of its user and of its code. */
export interface ReportedHold {
  readonly by: string;
  readonly id: string;
  readonly seatNumbers: readonly number[];
  /** In epoch milliseconds. */
  readonly expiresAt: number;
  readonly share?: string | undefined;
  readonly paidSeatNumbers?: readonly number[] | undefined;
}

/** The sold and the held seats of a screening, ascending. The user's own hold is among the held ones. */
export interface Seats {
  readonly sold: readonly number[];
  readonly held: readonly number[];
}

/** The seats of a screening with the running holds. */
export interface SeatReport extends Seats {
  readonly holds: readonly ReportedHold[];
}

/** An event of the feed, or a response of the server; the ends of holds are ISO instants. */
interface ReceivedSeats {
  readonly seatNumbers: readonly number[];
  readonly holds?: readonly (Omit<ReportedHold, 'expiresAt'> & { readonly expiresAt: string })[] | undefined;
}

/** The report in an event or a response of the server. */
export function seatReportOf({ seatNumbers, holds = [] }: ReceivedSeats): SeatReport {
  return {
    sold: seatNumbers,
    held: sortSeats(holds.flatMap((hold) => hold.seatNumbers)),
    holds: holds.map((hold) => ({ ...hold, expiresAt: Date.parse(hold.expiresAt) })),
  };
}

/**
 * The hold of the user with this mark. Undefined if it has expired at `now`, in epoch milliseconds, or if the server has answered that it
 * has ended: the report may be older than the answer.
 */
export function ownHoldIn(
  {
    holds = [],
    endedHold,
    mark,
  }: {
    readonly holds: readonly ReportedHold[] | undefined;
    readonly endedHold: string | undefined;
    readonly mark: string | undefined;
  },
  now = 0,
): ReportedHold | undefined {
  return holds.find(({ by, id, expiresAt }) => by === mark && expiresAt > now && id !== endedHold);
}

/** The seats that are shared under the code with this mark, and when they are no longer kept, in epoch milliseconds. */
export function sharedSeatsIn(holds: readonly ReportedHold[] = [], mark: string | undefined) {
  const found = mark === undefined ? undefined : holds.find(({ share }) => share === mark);
  return (
    found && {
      seatNumbers: found.seatNumbers,
      paid: found.paidSeatNumbers ?? [],
      expiresAt: found.expiresAt,
    }
  );
}

/** Seats that somebody shares with friends: those that are still held, and those that are paid for. */
export interface SharedSeats {
  readonly seatNumbers: readonly number[];
  readonly paid: readonly number[];
}

/** The seats of one screening, as far as the page knows them. */
export interface Hall extends Seats {
  readonly selected: readonly number[];
  /** The seats of the user's own purchase, unless it failed. They count as sold before the feed reports them. */
  readonly pending: readonly number[];
  /** The user's own hold: the seats for the user alone, and those that the user shares with friends. */
  readonly hold: { readonly seatNumbers: readonly number[]; readonly shared?: readonly number[] } | undefined;
  /** The seats that are shared with the user; `awaited` until the server has been asked. */
  readonly share: SharedSeats | 'awaited' | undefined;
}

/** The next state of a hall, and why the user loses seats of the selection or their hold; undefined without a loss. */
interface Change<Next> {
  readonly hall: Next;
  readonly loss: Failure | undefined;
}

/** Takes over a report of the feed. A selected seat that has been sold is lost. */
export function afterReport(
  { selected, pending }: Pick<Hall, 'selected' | 'pending'>,
  { sold, held }: Seats,
): Change<Seats> {
  const lost = lostSeats(withoutSeats(selected, pending), sold);
  return { hall: { sold, held }, loss: lost.length > 0 ? lossOf(lost, sold) : undefined };
}

/**
 * Takes over the user's hold. Selected seats that others held after it was read are lost. `held` only decides that: the feed may have
 * reported newer seats by now.
 */
export function afterCheck<Hold extends Hall['hold']>(
  hall: Hall,
  { hold, held }: { readonly hold: Hold; readonly held: readonly number[] },
): Change<{ readonly hold: Hold }> {
  const next = { ...hall, hold, held };
  const lost = hall.share === 'awaited' ? [] : lostSeats(hall.selected, seatsOfOthers(next));
  const isHoldLost = isHeldForUser(hall) && !isHeldForUser(next);
  if (isHoldLost) return { hall: { hold }, loss: { ...HOLD_EXPIRED, seatNumbers: lost } };
  return { hall: { hold }, loss: lost.length > 0 ? heldLossOf(hall.selected, lost) : undefined };
}

/**
 * The hall without the seats that a failure names. Seats that are sold by then are deselected, too, except those of the user's own
 * purchase.
 */
export function afterLoss({ sold, held, selected, pending }: Hall, { code, seatNumbers }: Failure) {
  return {
    sold: code === 'seat_taken' ? mergeSeats(sold, seatNumbers) : sold,
    held: code === 'seat_taken' ? held : mergeSeats(held, seatNumbers),
    selected: withoutSeats(selected, [...seatNumbers, ...withoutSeats(sold, pending)]),
  };
}

/** The failure when the user's hold has ended without a purchase. */
export const HOLD_EXPIRED = failed('hold_expired');

/** The failure when shared seats are no longer kept. */
export const SHARE_OVER = failed('share_ended');

/** The sold seats and those of the user's own purchase. */
export function takenSeats({ sold, pending }: Pick<Hall, 'sold' | 'pending'>): readonly number[] {
  return pending.length === 0 ? sold : mergeSeats(sold, pending);
}

/** The seats that are held for the user and for friends. */
export function keptSeats({ share }: Pick<Hall, 'share'>): readonly number[] {
  return share === undefined || share === 'awaited' ? [] : share.seatNumbers;
}

/** The seats that other users hold. */
export function seatsOfOthers({ held, hold, share }: Pick<Hall, 'held' | 'hold' | 'share'>): readonly number[] {
  const { seatNumbers = [], shared = [] } = hold ?? {};
  return withoutSeats(held, [...seatNumbers, ...shared, ...keptSeats({ share })]);
}

/** The seats that cannot be selected. */
export function unavailableSeats(hall: Hall): readonly number[] {
  return mergeSeats(takenSeats(hall), seatsOfOthers(hall));
}

type Selection = Pick<Hall, 'selected' | 'pending' | 'share'>;

/** The selected seats that only a hold of the user can keep: neither shared seats nor those of a running purchase. */
export function seatsToHold({ selected, pending, share }: Selection): readonly number[] {
  return withoutSeats(withoutSeats(selected, pending), keptSeats({ share }));
}

/** Whether the selection has shared seats. */
export function hasSharedSeats({ selected, share }: Pick<Hall, 'selected' | 'share'>): boolean {
  return lostSeats(selected, keptSeats({ share })).length > 0;
}

/** Whether there are selected seats to hold, and the user holds all of them. */
export function isHeldForUser({ hold, ...hall }: Selection & Pick<Hall, 'hold'>): boolean {
  const seats = seatsToHold(hall);
  return hold !== undefined && seats.length > 0 && seats.every((seat) => hold.seatNumbers.includes(seat));
}

/** Whether all shared seats are paid for. A friend who cancels makes it false again. */
export function isAllPaid(share: Hall['share']): boolean {
  return share !== undefined && share !== 'awaited' && share.seatNumbers.length === 0;
}

type Buyer = Omit<Parameters<typeof canBuy>[0], 'selected'>;

/** Whether the user may hold the selected seats: not before it is known which of them are shared. */
export function canHold(hall: Selection & Buyer): boolean {
  return canBuy(hall) && hall.share !== 'awaited' && seatsToHold(hall).length > 0;
}

/** Whether the user may share the selected seats: not while shared seats of the user still have to be paid for. */
export function canShare(
  hall: Pick<Hall, 'selected' | 'share'> & Buyer & { readonly ownShareCode: string | undefined },
): boolean {
  const isNothingShared = hall.share === undefined ? hall.ownShareCode === undefined : isAllPaid(hall.share);
  return canBuy(hall) && hall.selected.length >= MINIMUM_SHARED_SEATS && isNothingShared;
}
