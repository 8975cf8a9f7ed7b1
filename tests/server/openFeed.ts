import * as v from 'valibot';
import { onTestFinished } from 'vitest';
import { seatEventSchema } from '#contract/bookedSeats.ts';
import { messageIn } from './feedData.ts';

const eventSchema = v.pipe(v.string(), v.parseJson(), seatEventSchema);

/** A client of the seat feed. */
export interface Feed {
  readonly status: number;
  readonly headers: Headers;
  /** The sold seats of the next event; rejects when the feed ends first. */
  readonly next: () => Promise<number[]>;
  /** The data of the next event; rejects when the feed ends first. */
  readonly nextEvent: () => Promise<v.InferOutput<typeof seatEventSchema>>;
  /** All text received so far, comments included. */
  readonly text: () => string;
  /** Reads until the response ends or the connection breaks. */
  readonly end: () => Promise<'ended' | 'cut'>;
  readonly close: () => void;
}

/** Opens the seat feed of a showtime until the test ends; by default The Kid, 05 Mar, 20.35. */
export async function openFeed(
  url: string,
  { title = 'The Kid', date = '05 Mar', time = '20.35' }: { title?: string; date?: string; time?: string } = {},
): Promise<Feed> {
  const query = new URLSearchParams({ showtimeDate: date, showtimeTime: time });
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const answer = await fetch(`${url}/api/booked-seats/${encodeURIComponent(title)}/live?${query.toString()}`, {
    signal: leaving.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let read = 0;

  const readOn = async () => {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (typeof value === 'string') text += value;
    return !done;
  };
  const nextEvent = async () => {
    for (;;) {
      const end = text.indexOf('\n\n', read);
      if (end >= 0) {
        const data = messageIn(text.slice(read, end));
        read = end + 2;
        if (data !== undefined) return v.parse(eventSchema, data);
      } else if (!(await readOn())) throw new Error('The feed has ended');
    }
  };
  return {
    status: answer.status,
    headers: answer.headers,
    text: () => text,
    nextEvent,
    next: async () => (await nextEvent()).seatNumbers,
    async end() {
      try {
        while (await readOn());
        return 'ended';
      } catch {
        return 'cut';
      }
    },
    close: () => leaving.abort(),
  };
}
