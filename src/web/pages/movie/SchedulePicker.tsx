import { useMemo } from 'react';
import { dateOptions, timeOptions } from '#domain/schedule.ts';
import { useBooking } from '../../runtime/hooks/useBooking.tsx';
import { Button } from '../../components/Button.tsx';
import * as css from './SchedulePicker.css.ts';

/** Five dates and four showtimes; those that start within 10 minutes or are past are disabled (section 2). */
export function SchedulePicker() {
  const [place, send] = useBooking((snapshot) => snapshot.context.place);
  const [now] = useBooking((snapshot) => snapshot.context.now);
  const [zone] = useBooking((snapshot) => snapshot.context.zone);
  // Reading the calendar takes longer than all else that a chosen seat asks for.
  const dates = useMemo(() => dateOptions(place, { now, zone }), [place, now, zone]);
  const times = useMemo(() => timeOptions(place, { now, zone }), [place, now, zone]);

  return (
    <>
      <div className={css.dates} role="group" aria-label="Date">
        {dates.map(({ date, chosen }) => (
          <Button key={date} aria-pressed={chosen} onClick={() => send({ type: 'date.choose', date })}>
            {date}
          </Button>
        ))}
      </div>
      <div className={css.times} role="group" aria-label="Showtime">
        {times.map(({ time, chosen, open }) => (
          <Button key={time} aria-pressed={chosen} disabled={!open} onClick={() => send({ type: 'time.choose', time })}>
            {time}
          </Button>
        ))}
      </div>
    </>
  );
}
