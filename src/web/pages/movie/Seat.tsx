import { memo } from 'react';
import type { SeatState } from '#domain/selection.ts';
import { seatOnMap } from '#messages/movie.ts';
import { FriendsMark, HeldMark, Tick } from './SeatMarks.tsx';
import { seat } from './hall.css.ts';

interface SeatProps {
  readonly seatNumber: number;
  readonly state: SeatState;
  readonly isTabStop: boolean;
  /** The id of the text that describes a sold seat. */
  readonly soldNoteId: string;
}

/** One seat of the map. Memoised: it renders only when its own props change. */
export const Seat = memo(function Seat({ seatNumber, state, isTabStop, soldNoteId }: SeatProps) {
  const isSold = state === 'sold' || state === 'friends';

  return (
    <td>
      <button
        type="button"
        className={seat[state]}
        data-seat={seatNumber}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={seatOnMap(seatNumber, state)}
        aria-pressed={state === 'selected'}
        aria-disabled={isSold || state === 'held' || state === 'barred' || undefined}
        aria-describedby={isSold ? soldNoteId : undefined}
      >
        {state === 'selected' ? (
          <>
            <span>{seatNumber}</span>
            <Tick />
          </>
        ) : state === 'friends' ? (
          <FriendsMark />
        ) : state === 'held' ? (
          <HeldMark />
        ) : isSold ? (
          '×'
        ) : (
          seatNumber
        )}
      </button>
    </td>
  );
});
