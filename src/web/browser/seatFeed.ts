import * as v from 'valibot';
import type { Environment } from '#machines/environment.ts';
import { wire } from '#contract/wire.ts';
import { addressOf } from '../api/client.ts';

/** The part of the browser's EventSource that the product uses. */
export interface Feed {
  readonly readyState: number;
  addEventListener(type: 'error' | 'heartbeat', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

export type OpenFeed = (url: string) => Feed;

const CLOSED = 2;
const eventSchema = v.pipe(v.string(), v.parseJson(), wire.openSeatFeed.answer);

/** Opens streams of `GET booked-seats/{title}/live`. An invalid event counts as a lost connection, so that the seats are fetched. */
export function createSeatFeed(openFeed: OpenFeed): Environment['openSeatFeed'] {
  return ({ title, date, time }, { onSeats, onHeartbeat, onLost }) => {
    const input = { showtimeDate: date, showtimeTime: time };
    try {
      const feed = openFeed(`/api/${addressOf(wire.openSeatFeed, { params: { title }, input })}`);
      feed.addEventListener('heartbeat', onHeartbeat);
      feed.addEventListener('error', () => onLost(feed.readyState === CLOSED));
      feed.addEventListener('message', ({ data }) => {
        const event = v.safeParse(eventSchema, data);
        if (event.success) onSeats(event.output);
        else onLost(false);
      });
      return () => feed.close();
    } catch {
      // The browser refuses EventSource or has none.
      onLost(true);
      return () => undefined;
    }
  };
}
