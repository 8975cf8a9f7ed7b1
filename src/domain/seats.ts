/** Seats in the hall, numbered 1 to 64 (section 9). */
export const SEATS_IN_HALL = 64;

/** Most seats one purchase may hold (sections 5 and 9). */
export const MAXIMUM_SEATS = 6;

const SEATS_PER_SIDE = 4;
const SEATS_PER_ROW = SEATS_PER_SIDE * 2;

export type SeatSide = 'left' | 'right';

export interface SeatRow {
  readonly letter: string;
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** True for a whole number from 1 to 64. */
export function isSeatNumber(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= SEATS_IN_HALL;
}

/** The row letter, A to H, of a seat number (section 2, Seat layout). */
export function seatRow(seatNumber: number): string {
  return String.fromCodePoint(65 + Math.floor((seatNumber - 1) / SEATS_PER_ROW));
}

/** The side of the aisle a seat number stands on (section 2, Seat layout). */
export function seatSide(seatNumber: number): SeatSide {
  return (seatNumber - 1) % SEATS_PER_ROW < SEATS_PER_SIDE ? 'left' : 'right';
}

/** The accessible name of a seat, such as `Seat 21, row C, right side`. */
export function seatName(seatNumber: number): string {
  return `Seat ${seatNumber}, row ${seatRow(seatNumber)}, ${seatSide(seatNumber)} side`;
}

/** The hall as eight rows of four, aisle, four (section 2, Seat layout). */
export function seatRows(): SeatRow[] {
  return Array.from({ length: SEATS_IN_HALL / SEATS_PER_ROW }, (_, row) => {
    const first = row * SEATS_PER_ROW + 1;
    const side = (from: number) => Array.from({ length: SEATS_PER_SIDE }, (_, index) => from + index);
    return { letter: seatRow(first), left: side(first), right: side(first + SEATS_PER_SIDE) };
  });
}

/** Whether a seat may join the selection: free, not chosen yet, and fewer than six chosen (section 4). */
export function canSelectSeat(seatNumber: number, selected: readonly number[], booked: readonly number[]): boolean {
  return (
    isSeatNumber(seatNumber) &&
    selected.length < MAXIMUM_SEATS &&
    !selected.includes(seatNumber) &&
    !booked.includes(seatNumber)
  );
}

/** Whether a set of seats may be bought at once: 1 to 6 distinct seats of the hall (section 5). */
export function isSeatSelection(seatNumbers: readonly number[]): boolean {
  return (
    seatNumbers.length >= 1 &&
    seatNumbers.length <= MAXIMUM_SEATS &&
    seatNumbers.every(isSeatNumber) &&
    new Set(seatNumbers).size === seatNumbers.length
  );
}

/** Seat numbers in ascending order, as a new list. */
export function sortSeats(seatNumbers: readonly number[]): number[] {
  return seatNumbers.toSorted((a, b) => a - b);
}

/** `Seat 12` or `Seats 12 and 13`, ascending. */
export function seatList(seatNumbers: readonly number[]): string {
  const numbers = sortSeats(seatNumbers);
  if (numbers.length === 1) return `Seat ${numbers.join('')}`;
  return `Seats ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}

/** What is said of seats that somebody else was quicker to buy: `Seat 12 has just been taken`. */
export function takenSentence(seatNumbers: readonly number[]): string {
  return `${seatList(seatNumbers)} ${seatNumbers.length === 1 ? 'has' : 'have'} just been taken`;
}
