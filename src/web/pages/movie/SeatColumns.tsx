import { seatRows } from '#domain/seatNames.ts';
import { aisleColumn, letterColumn } from './hall.css.ts';

const SIDE = seatRows()[0]?.left ?? [];

/** The column widths of the seat map: row letters, left side, aisle, right side, row letters. */
export function SeatColumns() {
  return (
    <colgroup>
      <col className={letterColumn} />
      <col span={SIDE.length} />
      <col className={aisleColumn} />
      <col span={SIDE.length} />
      <col className={letterColumn} />
    </colgroup>
  );
}
