import { seatRows } from '#domain/seatNames.ts';
import { aisleColumn, letterColumn } from './SeatMap.css.ts';

const SIDE = seatRows()[0]?.left ?? [];

/** The widths of the hall's table: letters, one side, the aisle, the other side, letters. */
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
