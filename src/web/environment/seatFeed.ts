import * as v from 'valibot';
import type { Device, Environment, SeatReport } from '#machines/environment.ts';
import { wire } from '#contract/wire.ts';
import type { Showtime } from '#domain/showtimes.ts';
import { addressOf } from '../api/client.ts';

/** The part of the browser's EventSource that the product uses. */
export interface Feed {
  readonly readyState: number;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

export type OpenFeed = (url: string) => Feed;

const CLOSED = 2;
const eventSchema = v.pipe(v.string(), v.parseJson(), wire.openSeatFeed.answer);

/**
 * Subscribes to `GET booked-seats/{title}/live`: all sold and held seats of a showtime, ascending, at once and after each change.
 * Returns a function that closes the feed. `onLost(false)` means that the browser reconnects by itself, or that an event was invalid;
 * `onLost(true)` means that the feed is closed for good (section 7, Live seats).
 */
function subscribeToFeed(
  openFeed: OpenFeed,
  { title, ...showtime }: Showtime & { readonly title: string },
  listener: {
    readonly onConnected: () => void;
    readonly onSeats: (seats: SeatReport) => void;
    readonly onLost: (forGood: boolean) => void;
  },
): () => void {
  const feed = openFeed(`/api/${addressOf('openSeatFeed', { params: { title }, input: showtime })}`);
  feed.addEventListener('open', listener.onConnected);
  feed.addEventListener('error', () => listener.onLost(feed.readyState === CLOSED));
  feed.addEventListener('message', ({ data }) => {
    const event = v.safeParse(eventSchema, data);
    if (event.success) listener.onSeats(event.output);
    else listener.onLost(false);
  });
  return () => feed.close();
}

const REOPEN_DELAY = 3000;

/**
 * Subscribes to the sold and held seats of a screening. It closes the feed while the page is hidden, to free the connection, and
 * opens it again when the page is visible; the first event has all of them. A feed that is lost for good, or that the browser refuses,
 * is opened again after 3 s.
 */
export function createSeatFeed(openFeed: OpenFeed, device: Device): Environment['openSeatFeed'] {
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
        close = subscribeToFeed(openFeed, showtime, { onConnected, onSeats, onLost });
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
