import type { Device, Environment } from '#machines/environment.ts';
import { openSeatFeed, type OpenFeed } from '../api/liveSeats.ts';

const REOPEN_DELAY = 3000;

/**
 * Gives the function that follows the seats of a screening. A hidden page needs none and leaves its connection to others; seen again, it
 * learns all at once. A feed that is lost for good is opened anew after 3 s.
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
    const open = () => {
      shut();
      if (device.isHidden()) return;
      const showtime = { title, showtimeDate: date, showtimeTime: time };
      close = openSeatFeed(openFeed, showtime, {
        onConnected: listener.onConnected,
        onSeats: listener.onSeats,
        onLost: (forGood) => {
          listener.onDisconnected();
          if (forGood) reopening = setTimeout(open, REOPEN_DELAY);
        },
      });
    };
    open();
    const ends = [device.onVisibilityChange(open), device.onOnline(open), shut];
    return () => ends.forEach((end) => end());
  };
}
