import { useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { seatRows } from '#domain/seatNames.ts';
import { seatStateOf } from '#domain/selection.ts';
import { nextSeat } from './nextSeat.ts';
import { Screen } from './Screen.tsx';
import { SeatColumns } from './SeatColumns.tsx';
import { Seat } from './Seat.tsx';
import * as css from './SeatMap.css.ts';

const ROWS = seatRows();

export interface SeatMapProps {
  readonly booked: readonly number[];
  readonly selected: readonly number[];
  readonly onToggle: (seatNumber: number) => void;
}

export function SeatMap({ booked, selected, onToggle }: SeatMapProps) {
  const bookedNoteId = useId();
  const [tabStop, setTabStop] = useState(selected[0] ?? 1);

  const seats = (numbers: readonly number[]) =>
    numbers.map((seatNumber) => (
      <Seat
        key={seatNumber}
        seatNumber={seatNumber}
        state={seatStateOf(seatNumber, selected, booked)}
        isTabStop={seatNumber === tabStop}
        bookedNoteId={bookedNoteId}
      />
    ));

  const toggle = (event: SyntheticEvent) => {
    const button = seatButton(event);
    if (button === undefined) return;
    const seatNumber = Number(button.dataset['seat']);
    setTabStop(seatNumber);
    if (button.ariaDisabled !== 'true') onToggle(seatNumber);
  };

  const move = (event: KeyboardEvent<HTMLElement>) => {
    const from = Number(seatButton(event)?.dataset['seat']);
    const target = nextSeat(from, event.key, event.ctrlKey || event.metaKey);
    if (target === undefined) return;
    event.preventDefault();
    setTabStop(target);
    event.currentTarget.querySelector<HTMLElement>(`[data-seat="${target}"]`)?.focus();
  };

  return (
    <div className={css.seats}>
      <Screen />
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrows move in it
        role="grid"
        aria-label="Seats"
        className={css.grid}
        onClick={toggle}
        onKeyDown={move}
      >
        <SeatColumns />
        <tbody>
          {ROWS.map(({ letter, left, right }) => (
            <tr key={letter}>
              <th scope="row" className={css.letter}>
                {letter}
              </th>
              {seats(left)}
              <td aria-hidden="true" />
              {seats(right)}
              <td aria-hidden="true" className={css.letter}>
                {letter}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <span id={bookedNoteId} hidden>
        Booked
      </span>
    </div>
  );
}

function seatButton({ target }: SyntheticEvent): HTMLElement | undefined {
  const button = target instanceof Element ? target.closest('[data-seat]') : null;
  return button instanceof HTMLElement ? button : undefined;
}
