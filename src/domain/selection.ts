import { CallFailed } from './failure.ts';
import { takenMessage } from './seatNames.ts';
import { canSelectSeat, MAXIMUM_SEATS, sortSeats } from './seats.ts';

/** How a seat is shown; a barred one is free, but as many are chosen as one purchase may hold. */
export type SeatState = 'booked' | 'friends' | 'selected' | 'free' | 'barred';

/** The seats of a hall that are chosen and sold, and whether no more can be chosen. */
export interface HallSeats {
  readonly selected: readonly number[];
  readonly booked: readonly number[];
  readonly isFull: boolean;
  /** The sold seats of friends. */
  readonly friends: readonly number[];
}

/** How a seat is shown (section 4). */
export function seatStateOf(seatNumber: number, { selected, booked, isFull, friends }: HallSeats): SeatState {
  if (booked.includes(seatNumber)) return friends.includes(seatNumber) ? 'friends' : 'booked';
  if (selected.includes(seatNumber)) return 'selected';
  return isFull ? 'barred' : 'free';
}

/** Whether a click on a seat does anything: a selected one is free again, a free one joins while there is room (section 4). */
export function canToggleSeat(seatNumber: number, selected: readonly number[], booked: readonly number[]): boolean {
  return selected.includes(seatNumber) || canSelectSeat(seatNumber, selected, booked);
}

/** The selection after a click on a seat that may be clicked, ascending. */
export function toggleSeat(seatNumber: number, selected: readonly number[]): number[] {
  return selected.includes(seatNumber)
    ? selected.filter((seat) => seat !== seatNumber)
    : sortSeats([...selected, seatNumber]);
}

/** The selection with seats that were kept for it: no more than a purchase may hold, none twice, ascending. */
export function withSavedSeats(selected: readonly number[], saved: readonly number[]): number[] {
  return sortSeats([...new Set([...selected, ...saved])].slice(0, MAXIMUM_SEATS));
}

/** The hall once these seats are sold: none of them stays in the selection. */
export function withBooked(selected: readonly number[], booked: readonly number[]) {
  return { booked, selected: selected.filter((seat) => !booked.includes(seat)) };
}

/** The seats that somebody else was quicker to buy. */
export function lostSeats(selected: readonly number[], sold: readonly number[]): number[] {
  return selected.filter((seat) => sold.includes(seat));
}

/** The loss of seats as a failure that names them. */
export function lossOf(selected: readonly number[], sold: readonly number[]): CallFailed {
  const seatNumbers = lostSeats(selected, sold);
  return new CallFailed({ code: 'seat_taken', message: takenMessage(seatNumbers), seatNumbers });
}
