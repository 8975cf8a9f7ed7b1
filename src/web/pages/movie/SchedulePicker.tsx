import { dateOptions, timeOptions } from '#domain/schedule.ts';
import type { BookingSnapshot } from '#machines/bookingMachine.ts';
import { useBooking } from '../../app/booking.tsx';
import { Button } from '../../components/Button.tsx';
import * as css from './SchedulePicker.css.ts';

/** Five dates and four showtimes; those that start within 10 minutes or are past are disabled (section 2). */
export function SchedulePicker() {
  const [dates, send] = useBooking(selectDates, isSame);
  const [times] = useBooking(selectTimes, isSame);

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

function selectDates({ context }: BookingSnapshot) {
  return dateOptions(context.place, context);
}

function selectTimes({ context }: BookingSnapshot) {
  return timeOptions(context.place, context);
}

function isSame(before: unknown, after: unknown): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
