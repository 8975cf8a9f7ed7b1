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

/** `Seat 12` or `Seats 12 and 13`, ascending. */
export function seatList(seatNumbers: readonly number[]): string {
  return `${seatNumbers.length > 1 ? 'Seats' : 'Seat'} ${listed(sortSeats(seatNumbers))}`;
}

/** `row F` or `rows F and G`, the row nearest to the screen first. */
export function rowList(seatNumbers: readonly number[]): string {
  const letters = [...new Set(sortSeats(seatNumbers).map(seatRow))];
  return `${letters.length > 1 ? 'rows' : 'row'} ${listed(letters)}`;
}

/** One text for each row that has some of the seats: `Row F · 45-48`, or `Row A · 1-2, 5` when they are not side by side. */
export function rowsOfSeats(seatNumbers: readonly number[]): string[] {
  return seatRows().flatMap(({ letter, left, right }) => {
    const seats = [...left, ...right].filter((seat) => seatNumbers.includes(seat));
    return seats.length === 0 ? [] : [`Row ${letter} · ${ranges(seats).join(', ')}`];
  });
}

function listed(items: readonly (number | string)[]): string {
  const first = items.slice(0, -1).join(', ');
  return [first, ...items.slice(-1)].filter((part) => part !== '').join(' and ');
}

function ranges(numbers: readonly number[]): string[] {
  const firsts = numbers.filter((number) => !numbers.includes(number - 1));
  const lasts = numbers.filter((number) => !numbers.includes(number + 1));
  return firsts.map((first, index) => (first === lasts[index] ? `${first}` : `${first}-${lasts[index]}`));
}

/** The message about selected seats that another user bought first: `Seat 12 has just been taken`. */
export function takenMessage(seatNumbers: readonly number[]): string {
  return `${seatList(seatNumbers)} ${seatNumbers.length === 1 ? 'has' : 'have'} just been taken`;
}

/** `Your friends sit in row D, seats 28 and 29`. */
export function friendsMessage(seatNumbers: readonly number[]): string {
  return `Your friends sit in ${rowList(seatNumbers)}, ${seatList(seatNumbers).toLowerCase()}`;
}

/** The announcement of a selection for screen readers: `Seats 28 and 29, row D`. */
export function chosenMessage(seatNumbers: readonly number[]): string {
  return `${seatList(seatNumbers)}, ${rowList(seatNumbers)}`;
}

/** The message when fewer seats are free than the user wants: `Only 3 seats are free`. */
export function onlyFreeMessage(free: number): string {
  if (free === 0) return 'No seats are free';
  return free === 1 ? 'Only 1 seat is free' : `Only ${free} seats are free`;
}
