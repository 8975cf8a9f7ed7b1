import { seatList, rowsOfSeats } from '#messages/seats.ts';
import { visuallyHidden } from '../styles/text.css.ts';
import { seatRows } from '../styles/layout.css.ts';

interface ChosenSeatsProps {
  readonly seatNumbers: readonly number[];
}

/** Shows seats by row, and announces them by number: a screen reader's `28–30` would be hard to understand. */
export function ChosenSeats({ seatNumbers }: ChosenSeatsProps) {
  return (
    <div>
      <div className={seatRows} aria-hidden="true">
        {rowsOfSeats(seatNumbers).map((place) => (
          <span key={place}>{place}</span>
        ))}
      </div>
      <span className={visuallyHidden}>{seatList(seatNumbers)}</span>
    </div>
  );
}
