import { rowLetters, seatRow, seatsByRow, seatSide } from '#domain/seatNames.ts';
import { sortSeats } from '#domain/seats.ts';
import { listItems } from '#domain/text.ts';

/** The accessible name of a seat: `Kursi 21, baris C, sisi kanan`. */
export function seatName(seatNumber: number): string {
  return `Kursi ${seatNumber}, baris ${seatRow(seatNumber)}, sisi ${seatSide(seatNumber) === 'left' ? 'kiri' : 'kanan'}`;
}

/** `Kursi 12`, `Kursi 12 dan 13` or `Kursi 12, 13, dan 21`, ascending. */
export function seatList(seatNumbers: readonly number[]): string {
  return `Kursi ${listWithComma(sortSeats(seatNumbers))}`;
}

/** `baris F` or `baris F dan G`, the row nearest to the screen first. */
export function rowList(seatNumbers: readonly number[]): string {
  return `baris ${listWithComma(rowLetters(seatNumbers))}`;
}

/** One text for each row that has some of the seats: `Baris F · 45–48`. */
export function rowsOfSeats(seatNumbers: readonly number[]): string[] {
  return seatsByRow(seatNumbers).map(({ letter, seats }) => `Baris ${letter} · ${seats}`);
}

/** `kursi 21 dan 22 di baris C`. */
export function seatsInRows(seatNumbers: readonly number[]): string {
  return `${seatList(seatNumbers).toLowerCase()} di ${rowList(seatNumbers)}`;
}

/** `Teman Anda duduk di baris D, kursi 28 dan 29`. */
export function friendsMessage(seatNumbers: readonly number[]): string {
  return `Teman Anda duduk di ${rowList(seatNumbers)}, ${seatList(seatNumbers).toLowerCase()}`;
}

/** The announcement of a selection for screen readers: `Kursi 28 dan 29, baris D`. */
export function chosenMessage(seatNumbers: readonly number[]): string {
  return `${seatList(seatNumbers)}, ${rowList(seatNumbers)}`;
}

/** Lists items. Indonesian spelling (EYD) has a comma before the last of three or more. */
function listWithComma(items: readonly (number | string)[]): string {
  return listItems(items, items.length > 2 ? ', dan ' : ' dan ');
}
