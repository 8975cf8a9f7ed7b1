import * as v from 'valibot';
import { isSameScreening, type Screening } from '#domain/showtimes.ts';
import type { StoredText } from './browserStorage.ts';

const keptSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ title: v.string(), date: v.string(), time: v.string(), seatNumbers: v.array(v.number()) })),
);

const MOST_SCREENINGS = 20;

/** The seats chosen in this tab, by screening: they stay over reload, Back, Forward and a look elsewhere. */
export interface KeptSeats {
  readonly find: (screening: Screening) => readonly number[];
  /** Keeps what is chosen now; no seat forgets the screening. */
  readonly keep: (screening: Screening, seatNumbers: readonly number[]) => void;
}

/** Seats kept as one text, parsed whenever it is read; what cannot be read counts as nothing. */
export function createKeptSeats(stored: StoredText): KeptSeats {
  const read = () => {
    const kept = v.safeParse(keptSchema, stored.read());
    return kept.success ? kept.output : [];
  };

  return {
    find: (screening) => read().find((each) => isSameScreening(each, screening))?.seatNumbers ?? [],
    keep: ({ title, date, time }, seatNumbers) => {
      const others = read().filter((each) => !isSameScreening(each, { title, date, time }));
      const kept = seatNumbers.length === 0 ? others : [{ title, date, time, seatNumbers }, ...others];
      stored.write(JSON.stringify(kept.slice(0, MOST_SCREENINGS)));
    },
  };
}
