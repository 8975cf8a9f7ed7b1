import { useId, useState } from 'react';
import { seatRows, type SeatRow } from '#domain/seatNames.ts';
import { seatStateOf, type SeatState } from '#domain/selection.ts';
import * as shared from '#messages/shared.ts';
import * as messages from '#messages/movie.ts';
import { seatName } from '#messages/seats.ts';
import * as css from './SeatList.css.ts';
import type { SeatMapProps } from './SeatMap.tsx';

const ROWS = seatRows();

/** The seats as a list: one disclosure for each row, with one checkbox for each seat. */
export default function SeatList(props: SeatMapProps) {
  return (
    <div className={css.rows} role="group" aria-label={shared.seats}>
      {ROWS.map((row) => (
        <Row key={row.letter} row={row} {...props} />
      ))}
    </div>
  );
}

function Row({ row: { letter, left, right }, onToggle, ...choice }: SeatMapProps & { row: SeatRow }) {
  const seats = [...left, ...right];
  const chosen = seats.filter((seat) => choice.selected.includes(seat)).length;
  const unavailable = seats.filter((seat) => isUnavailable(seatStateOf(seat, choice))).length;
  const free = seats.length - unavailable - chosen;
  const [isOpenAtFirst] = useState(chosen > 0);

  return (
    <details className={css.row} open={isOpenAtFirst}>
      <summary className={css.summary}>{messages.rowSummary(letter, free, chosen)}</summary>
      <ul>
        {seats.map((seat) => (
          <ListedSeat key={seat} seatNumber={seat} state={seatStateOf(seat, choice)} onToggle={onToggle} />
        ))}
      </ul>
    </details>
  );
}

/** Whether the seat is sold, or another user holds it. */
function isUnavailable(state: SeatState): boolean {
  return state === 'sold' || state === 'friends' || state === 'held';
}

interface ListedSeatProps {
  readonly seatNumber: number;
  readonly state: SeatState;
  readonly onToggle: (seatNumber: number) => void;
}

function ListedSeat({ seatNumber, state, onToggle }: ListedSeatProps) {
  const id = useId();
  const isSoldOrHeld = isUnavailable(state);
  const inactive = isSoldOrHeld || state === 'barred';

  return (
    <li>
      <label className={css.seat[inactive ? 'inactive' : 'active']}>
        <input
          type="checkbox"
          className={css.box}
          checked={state === 'selected'}
          aria-disabled={inactive || undefined}
          aria-labelledby={`${id}-name`}
          aria-describedby={isSoldOrHeld || state === 'kept' ? `${id}-state` : undefined}
          onChange={() => onToggle(seatNumber)}
        />
        <span id={`${id}-name`}>{seatName(seatNumber)}</span>
        <span id={`${id}-state`} className={css.state}>
          {messages.seatStates[state]}
        </span>
      </label>
    </li>
  );
}
