import { seatRows } from '#domain/seatNames.ts';
import { SEATS_IN_HALL } from '#domain/seats.ts';

const ROWS = seatRows().map(({ left, right }) => left.concat(right));

/** The seat to which a key moves the focus; undefined for other keys and at the edge of the hall. */
export function nextSeat(seatNumber: number, key: string, withControl: boolean): number | undefined {
  const rowIndex = ROWS.findIndex((row) => row.includes(seatNumber));
  const row = ROWS[rowIndex] ?? [];
  const column = row.indexOf(seatNumber);

  switch (key) {
    case 'ArrowLeft':
      return row[column - 1];
    case 'ArrowRight':
      return row[column + 1];
    case 'ArrowUp':
      return ROWS[rowIndex - 1]?.[column];
    case 'ArrowDown':
      return ROWS[rowIndex + 1]?.[column];
    case 'Home':
      return withControl ? 1 : row.at(0);
    case 'End':
      return withControl ? SEATS_IN_HALL : row.at(-1);
    default:
      return undefined;
  }
}
