import { SEATS_IN_HALL, sortSeats } from './seats.ts';

/** Seats of a row on each side of the aisle. */
export const SEATS_PER_SIDE = 4;
export const SEATS_PER_ROW = SEATS_PER_SIDE * 2;

export type SeatSide = 'left' | 'right';

export interface SeatRow {
  readonly letter: string;
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** The row letter, A to H, of a seat number (section 2, Seat layout). */
export function seatRow(seatNumber: number): string {
  return String.fromCodePoint(65 + Math.floor((seatNumber - 1) / SEATS_PER_ROW));
}

/** The side of the aisle on which a seat is (section 2, Seat layout). */
export function seatSide(seatNumber: number): SeatSide {
  return (seatNumber - 1) % SEATS_PER_ROW < SEATS_PER_SIDE ? 'left' : 'right';
}

/** The hall as eight rows of four, aisle, four (section 2, Seat layout). */
export function seatRows(): SeatRow[] {
  return Array.from({ length: SEATS_IN_HALL / SEATS_PER_ROW }, (_, row) => {
    const first = row * SEATS_PER_ROW + 1;
    const side = (from: number) => Array.from({ length: SEATS_PER_SIDE }, (_, index) => from + index);
    return { letter: seatRow(first), left: side(first), right: side(first + SEATS_PER_SIDE) };
  });
}

/** The letters of the rows that have some of the seats, the row nearest to the screen first. */
export function rowLetters(seatNumbers: readonly number[]): string[] {
  return [...new Set(sortSeats(seatNumbers).map(seatRow))];
}

/** The seats of each row that has some of them: row F, `45–48`, or row A, `1–2, 5` when they are not side by side. */
export function seatsByRow(seatNumbers: readonly number[]): { readonly letter: string; readonly seats: string }[] {
  return seatRows().flatMap(({ letter, left, right }) => {
    const seats = [...left, ...right].filter((seat) => seatNumbers.includes(seat));
    return seats.length === 0 ? [] : [{ letter, seats: ranges(seats).join(', ') }];
  });
}

function ranges(numbers: readonly number[]): string[] {
  const firsts = numbers.filter((number) => !numbers.includes(number - 1));
  const lasts = numbers.filter((number) => !numbers.includes(number + 1));
  return firsts.map((first, index) => (first === lasts[index] ? `${first}` : `${first}–${lasts[index]}`));
}
