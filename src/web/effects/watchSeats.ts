import { fromCallback, type EventObject } from 'xstate';
import type { Screening } from '#domain/showtimes.ts';
import { followSeats } from '../api/liveSeats.ts';
import { dependenciesOf } from './dependenciesOf.ts';

const REOPEN_DELAY = 3000;

/**
 * Reports the seats sold of a hall as they change, and whether the feed that tells them is there.
 * A hidden page needs none and leaves its connection to others; seen again, it learns all at once.
 */
export const watchSeats = fromCallback<EventObject, Screening>(({ input: { title, date, time }, sendBack, system }) => {
  const { openFeed, device } = dependenciesOf(system);
  let close: (() => void) | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;

  const shut = () => {
    clearTimeout(reopening);
    close?.();
    close = undefined;
  };
  const open = () => {
    shut();
    if (device.isHidden()) return;
    close = followSeats(
      openFeed,
      { title, showtimeDate: date, showtimeTime: time },
      {
        onConnected: () => sendBack({ type: 'seats.connected' }),
        onSeats: (seatNumbers) => sendBack({ type: 'seats.told', seatNumbers }),
        onLost: (forGood) => {
          sendBack({ type: 'seats.disconnected' });
          if (forGood) reopening = setTimeout(open, REOPEN_DELAY);
        },
      },
    );
  };
  open();
  const stopWatching = [device.onVisibilityChange(open), device.onOnline(open), shut];
  return () => {
    for (const stop of stopWatching) stop();
  };
});
