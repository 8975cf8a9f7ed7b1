import * as v from 'valibot';
import { isSameScreening } from '#domain/showtimes.ts';
import type { SavedSeats, StoredText } from '#machines/environment.ts';

const savedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ title: v.string(), date: v.string(), time: v.string(), seatNumbers: v.array(v.number()) })),
);

const MAX_SCREENINGS = 20;

/** The selected seats of the last 20 screenings, stored as one JSON text. An invalid text counts as empty. */
export function createSavedSeats(stored: StoredText): SavedSeats {
  const read = () => {
    const saved = v.safeParse(savedSchema, stored.read());
    return saved.success ? saved.output : [];
  };

  return {
    find: (screening) => read().find((each) => isSameScreening(each, screening))?.seatNumbers ?? [],
    save: ({ title, date, time }, seatNumbers) => {
      const others = read().filter((each) => !isSameScreening(each, { title, date, time }));
      const all = seatNumbers.length === 0 ? others : [{ title, date, time, seatNumbers }, ...others];
      stored.write(JSON.stringify(all.slice(0, MAX_SCREENINGS)));
    },
  };
}
