import { rowLetters, seatRow, seatsByRow, seatSide } from '#domain/seatNames.ts';
import { sortSeats } from '#domain/seats.ts';
import { listItems } from '#domain/text.ts';

/** The accessible name of a seat: `Seat 21, row C, right side`. */
export function seatName(seatNumber: number): string {
  return `Seat ${seatNumber}, row ${seatRow(seatNumber)}, ${seatSide(seatNumber)} side`;
}

/** `Seat 12` or `Seats 12 and 13`, ascending. */
export function seatList(seatNumbers: readonly number[]): string {
  return `${seatNumbers.length > 1 ? 'Seats' : 'Seat'} ${listItems(sortSeats(seatNumbers), ' and ')}`;
}

/** `row F` or `rows F and G`, the row nearest to the screen first. */
export function rowList(seatNumbers: readonly number[]): string {
  const letters = rowLetters(seatNumbers);
  return `${letters.length > 1 ? 'rows' : 'row'} ${listItems(letters, ' and ')}`;
}

/** One text for each row that has some of the seats: `Row F · 45–48`. */
export function rowsOfSeats(seatNumbers: readonly number[]): string[] {
  return seatsByRow(seatNumbers).map(({ letter, seats }) => `Row ${letter} · ${seats}`);
}

/** `seats 21 and 22 in row C`. */
export function seatsInRows(seatNumbers: readonly number[]): string {
  return `${seatList(seatNumbers).toLowerCase()} in ${rowList(seatNumbers)}`;
}

/** `Your friends sit in row D, seats 28 and 29`. */
export function friendsMessage(seatNumbers: readonly number[]): string {
  return `Your friends sit in ${rowList(seatNumbers)}, ${seatList(seatNumbers).toLowerCase()}`;
}

/** The announcement of a selection for screen readers: `Seats 28 and 29, row D`. */
export function chosenMessage(seatNumbers: readonly number[]): string {
  return `${seatList(seatNumbers)}, ${rowList(seatNumbers)}`;
}
