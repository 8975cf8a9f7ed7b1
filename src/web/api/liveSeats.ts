import * as v from 'valibot';
import { wire } from '#contract/wire.ts';
import type { Showtime } from '#domain/showtimes.ts';
import { addressOf } from './client.ts';

/** The part of the browser's EventSource that the product uses. */
export interface Feed {
  readonly readyState: number;
  addEventListener(type: 'open' | 'error', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

export type OpenFeed = (url: string) => Feed;

const CLOSED = 2;
const eventSchema = v.pipe(v.string(), v.parseJson(), wire.followSeats.answer);

/**
 * Subscribes to `GET booked-seats/{title}/live`: all sold seats of a showtime, ascending, at once and after each change. Returns a
 * function that closes the feed. `onLost(false)` means that the browser reconnects by itself, or that an event was invalid;
 * `onLost(true)` means that the feed is closed for good (section 7, Live seats).
 */
export function openSeatFeed(
  openFeed: OpenFeed,
  { title, ...showtime }: Showtime & { readonly title: string },
  listener: {
    readonly onConnected: () => void;
    readonly onSeats: (seatNumbers: number[]) => void;
    readonly onLost: (forGood: boolean) => void;
  },
): () => void {
  const feed = openFeed(`/api/${addressOf('followSeats', { params: { title }, input: showtime })}`);
  feed.addEventListener('open', listener.onConnected);
  feed.addEventListener('error', () => listener.onLost(feed.readyState === CLOSED));
  feed.addEventListener('message', ({ data }) => {
    const event = v.safeParse(eventSchema, data);
    if (event.success) listener.onSeats(event.output.seatNumbers);
    else listener.onLost(false);
  });
  return () => feed.close();
}
