import type { Failure } from './failure.ts';
import { canSelectSeat, MAXIMUM_SEATS, sortSeats } from './seats.ts';

/**
 * How a seat is shown. A `barred` seat is free, but the selection is full. A `held` one is being bought by another user; a `kept` one
 * is held for the user and for friends.
 */
export type SeatState = 'sold' | 'friends' | 'selected' | 'kept' | 'held' | 'free' | 'barred';

/** The selected, sold and held seats of a hall. */
export interface HallSeats {
  readonly selected: readonly number[];
  readonly sold: readonly number[];
  /** The seats that other users hold. */
  readonly held: readonly number[];
  /** The seats that are held for the user and for friends. */
  readonly kept: readonly number[];
  /** The selection has `MAXIMUM_SEATS` seats. */
  readonly isFull: boolean;
  /** The seats of friends; they count only if they are also in `sold`. */
  readonly friends: readonly number[];
}

/** How a seat is shown (section 4). */
export function seatStateOf(seatNumber: number, { selected, sold, held, kept, isFull, friends }: HallSeats): SeatState {
  if (sold.includes(seatNumber)) return friends.includes(seatNumber) ? 'friends' : 'sold';
  if (selected.includes(seatNumber)) return 'selected';
  if (held.includes(seatNumber)) return 'held';
  if (isFull) return 'barred';
  return kept.includes(seatNumber) ? 'kept' : 'free';
}

/** Whether a click on a seat has an effect: it deselects a selected seat, or selects a free one if the limit allows (section 4). */
export function canToggleSeat(
  seatNumber: number,
  selected: readonly number[],
  unavailable: readonly number[],
): boolean {
  return selected.includes(seatNumber) || canSelectSeat(seatNumber, selected, unavailable);
}

/** The selection after a click on a seat, ascending. Does not check `canToggleSeat`. */
export function toggleSeat(seatNumber: number, selected: readonly number[]): number[] {
  return selected.includes(seatNumber)
    ? selected.filter((seat) => seat !== seatNumber)
    : sortSeats([...selected, seatNumber]);
}

/** Adds the saved seats to the selection: without duplicates, at most `MAXIMUM_SEATS`, ascending. */
export function withSavedSeats(selected: readonly number[], saved: readonly number[]): number[] {
  return sortSeats([...new Set([...selected, ...saved])].slice(0, MAXIMUM_SEATS));
}

/** Whether a failure means that another user has bought or holds seats of the request. */
export function isSeatLoss({ code }: Failure): boolean {
  return code === 'seat_taken' || code === 'seat_held';
}
