import * as css from './movie.css.ts';
import type { ReactNode } from 'react';
import { dateOptions, timeOptions } from '#domain/schedule.ts';
import { shortDate } from '#messages/dates.ts';
import * as messages from '#messages/movie.ts';
import { useBooking } from './bookingPage.ts';
import { Button } from '../../components/Button.tsx';

/** Five dates and four showtimes; showtimes that start within 10 minutes or have begun are disabled (section 2). */
export function SchedulePicker() {
  const [showtime, send] = useBooking((snapshot) => snapshot.context.showtime);
  const [now] = useBooking((snapshot) => snapshot.context.now);
  const [offer] = useBooking((snapshot) => snapshot.context.offer);

  return (
    <>
      <Choice label={messages.date} className={css.dates} hidden={{ name: 'time', value: showtime.time }}>
        {dateOptions(showtime, offer).map(({ date, chosen }) => (
          <Option
            key={date}
            name="date"
            value={date}
            chosen={chosen}
            onChoose={() => send({ type: 'date.choose', date })}
          />
        ))}
      </Choice>
      <Choice label={messages.showtime} className={css.times} hidden={{ name: 'date', value: showtime.date }}>
        {timeOptions(showtime, { now, offer }).map(({ time, chosen, open }) => (
          <Option
            key={time}
            name="time"
            value={time}
            chosen={chosen}
            disabled={!open}
            onChoose={() => send({ type: 'time.choose', time })}
          />
        ))}
      </Choice>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly className: string;
  /** The other part of the showtime (date or time), which the form submits unchanged. */
  readonly hidden: { readonly name: string; readonly value: string | undefined };
  readonly children: ReactNode;
}

/** A form that works before the scripts load: it submits the choice as a query, and the server renders the page for it. */
function Choice({ label, className, hidden, children }: ChoiceProps) {
  return (
    <form method="get">
      {hidden.value !== undefined && <input type="hidden" {...hidden} />}
      <div className={className} role="group" aria-label={label}>
        {children}
      </div>
    </form>
  );
}

interface OptionProps {
  readonly name: string;
  readonly value: string;
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

function Option({ chosen, onChoose, ...rest }: OptionProps) {
  return (
    <Button
      {...rest}
      type="submit"
      aria-pressed={chosen}
      onClick={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      {/* A time stays as it is. */}
      {shortDate(rest.value)}
    </Button>
  );
}
