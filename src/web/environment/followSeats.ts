import type { Device, Environment } from '#machines/environment.ts';
import { openSeatFeed, type OpenFeed } from '../api/liveSeats.ts';

const REOPEN_DELAY = 3000;

/**
 * Subscribes to the sold seats of a screening. It closes the feed while the page is hidden, to free the connection, and opens it
 * again when the page is visible; the first event has all sold seats. A feed that is lost for good, or that the browser refuses,
 * is opened again after 3 s.
 */
export function createFollowSeats(openFeed: OpenFeed, device: Device): Environment['followSeats'] {
  return ({ title, date, time }, listener) => {
    let close: (() => void) | undefined;
    let reopening: ReturnType<typeof setTimeout> | undefined;

    const shut = () => {
      clearTimeout(reopening);
      close?.();
      close = undefined;
    };
    const onLost = (forGood: boolean) => {
      listener.onDisconnected();
      if (forGood) reopening = setTimeout(open, REOPEN_DELAY);
    };
    const open = () => {
      shut();
      if (device.isHidden()) return;
      const showtime = { title, showtimeDate: date, showtimeTime: time };
      try {
        const { onConnected, onSeats } = listener;
        close = openSeatFeed(openFeed, showtime, { onConnected, onSeats, onLost });
      } catch {
        // The browser refuses EventSource or has none.
        onLost(true);
      }
    };
    open();
    const ends = [device.onVisibilityChange(open), device.onOnline(open), shut];
    return () => ends.forEach((end) => end());
  };
}
