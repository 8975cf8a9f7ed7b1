import * as css from './movie.css.ts';
import { useId } from 'react';
import { MAXIMUM_SEATS } from '#domain/seats.ts';
import { selectFreeCount } from '#machines/hallSelectors.ts';
import * as messages from '#messages/movie.ts';
import { useHall } from './bookingPage.ts';

const COUNTS = Array.from({ length: MAXIMUM_SEATS }, (_, index) => index + 1);

/** Buttons that replace the selection with the best 1, 2, 3 ... seats. */
export function BestSeats() {
  const reasonId = useId();
  const [free] = useHall(selectFreeCount);

  return (
    <div className={css.bestSeats} role="group" aria-label={messages.bestSeats}>
      <span className={css.bestSeatsLabel} aria-hidden="true">
        {messages.bestSeatsFor}
      </span>
      {COUNTS.map((count) => (
        <Suggest key={count} count={count} reasonId={reasonId} />
      ))}
      <span id={reasonId} hidden>
        {messages.onlyFree(free)}
      </span>
    </div>
  );
}

function Suggest({ count, reasonId }: { readonly count: number; readonly reasonId: string }) {
  const [canSuggest, send] = useHall((snapshot) => snapshot.can({ type: 'seats.suggest', count }));

  return (
    <button
      type="button"
      className={css.bestSeatsCount}
      aria-label={messages.bestCount(count)}
      aria-disabled={!canSuggest || undefined}
      aria-describedby={canSuggest ? undefined : reasonId}
      onClick={() => send({ type: 'seats.suggest', count })}
    >
      {count}
    </button>
  );
}
