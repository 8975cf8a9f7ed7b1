import { seatList, rowsOfSeats } from '#domain/seatNames.ts';
import { visuallyHidden } from '../styles/visuallyHidden.css.ts';
import { places } from './ChosenSeats.css.ts';

interface ChosenSeatsProps {
  readonly seatNumbers: readonly number[];
}

/** Seats said once: by their rows to be seen, and by their numbers to be heard, since nobody hears what `28-30` stands for. */
export function ChosenSeats({ seatNumbers }: ChosenSeatsProps) {
  return (
    <div>
      <div className={places} aria-hidden="true">
        {rowsOfSeats(seatNumbers).map((place) => (
          <span key={place}>{place}</span>
        ))}
      </div>
      <span className={visuallyHidden}>{seatList(seatNumbers)}</span>
    </div>
  );
}
