import * as css from './hall.css.ts';
import { memo, useId, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { seatRow, seatRows, type SeatRow } from '#domain/seatNames.ts';
import { seatStateOf, type HallSeats, type SeatState } from '#domain/selection.ts';
import * as shared from '#messages/shared.ts';
import { booked } from '#messages/movie.ts';
import { nextSeat } from './nextSeat.ts';
import { Screen, SeatColumns } from './HallFrame.tsx';
import { Seat } from './Seat.tsx';

const ROWS = seatRows();

export interface SeatMapProps extends HallSeats {
  readonly onToggle: (seatNumber: number) => void;
}

export function SeatMap({ onToggle, ...choice }: SeatMapProps) {
  const soldNoteId = useId();
  const [tabStop, setTabStop] = useState(choice.selected[0] ?? 1);

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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- arrow keys move between its cells
        role="grid"
        aria-label={shared.seats}
        className={css.grid}
        onClick={toggle}
        onKeyDown={move}
      >
        <SeatColumns />
        <tbody>
          {ROWS.map((row) => (
            <HallRow
              key={row.letter}
              row={row}
              states={[...row.left, ...row.right].map((seat) => seatStateOf(seat, choice))}
              tabStop={row.letter === seatRow(tabStop) ? tabStop : undefined}
              soldNoteId={soldNoteId}
            />
          ))}
        </tbody>
      </table>
      <span id={soldNoteId} hidden>
        {booked}
      </span>
    </div>
  );
}

interface HallRowProps {
  readonly row: SeatRow;
  /** The states of the seats on the left, then of those on the right. */
  readonly states: readonly SeatState[];
  readonly tabStop: number | undefined;
  readonly soldNoteId: string;
}

/** A row of the map. Memoised: a tap on a seat renders one row of eight. */
const HallRow = memo(function HallRow({ row: { letter, left, right }, states, tabStop, soldNoteId }: HallRowProps) {
  const seats = (numbers: readonly number[], side: readonly SeatState[]) =>
    numbers.map((seatNumber, index) => (
      <Seat
        key={seatNumber}
        seatNumber={seatNumber}
        state={side[index] ?? 'free'}
        isTabStop={seatNumber === tabStop}
        soldNoteId={soldNoteId}
      />
    ));

  return (
    <tr>
      <th scope="row" className={css.letter}>
        {letter}
      </th>
      {seats(left, states)}
      <td aria-hidden="true" />
      {seats(right, states.slice(left.length))}
      <td aria-hidden="true" className={css.letter}>
        {letter}
      </td>
    </tr>
  );
}, isSameRow);

function isSameRow(one: HallRowProps, other: HallRowProps): boolean {
  return one.tabStop === other.tabStop && one.states.every((state, index) => state === other.states[index]);
}

function seatButton({ target }: SyntheticEvent): HTMLElement | undefined {
  const button = target instanceof Element ? target.closest('[data-seat]') : null;
  return button instanceof HTMLElement ? button : undefined;
}
