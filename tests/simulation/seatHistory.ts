import * as v from 'valibot';
import type { Screening } from '#domain/showtimes.ts';
import type { SimulatedServer } from './server.ts';

/** A time between two times of the server's clock, in epoch milliseconds. Includes both. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

const spanSchema = v.object({
  kind: v.picklist(['sold', 'held']),
  /** The id of the ticket or of the hold. */
  id: v.string(),
  userId: v.string(),
  /** The code of a shared hold, or that under which a ticket was bought. */
  code: v.nullable(v.string()),
  from: v.number(),
  to: v.number(),
});

/** A ticket or a hold that has a seat, and how long. */
export type Span = v.InferOutput<typeof spanSchema> & Period;

/** Tickets stay in the database, and holds for an hour after their end. So the database also says what a seat was before. */
const SPANS = `
  select 'sold' as kind, id, user_id as userId, hold_code as code, booked_at as "from", coalesce(cancelled_at, 9e15) as "to"
  from tickets
  where movie_title = ?1 and showtime_date = ?2 and showtime_time = ?3
    and exists (select 1 from json_each(seat_numbers) where value = ?4)
  union all
  select 'held', id, user_id, code, held_at, expires_at
  from holds
  where movie_title = ?1 and showtime_date = ?2 and showtime_time = ?3
    and exists (select 1 from json_each(seat_numbers) where value = ?4)`;

/** Every ticket and hold that has or had a seat. Undefined if the database cannot be read at this moment. */
export function spansOf(
  server: SimulatedServer,
  { title, date, time }: Screening,
  seatNumber: number,
): Span[] | undefined {
  const rows = server.look(SPANS, title, date, time, seatNumber);
  return rows === undefined ? undefined : v.parse(v.array(spanSchema), rows);
}

/** Whether a ticket had the seat at some time of a period. */
export function wasSold(spans: readonly Span[], period: Period, isMeant: (ticket: Span) => boolean): boolean {
  return spans.some((span) => span.kind === 'sold' && overlaps(span, period) && isMeant(span));
}

/** Whether a hold kept the seat at some time of a period, when no ticket had it. */
export function wasHeld(spans: readonly Span[], period: Period, isMeant: (hold: Span) => boolean): boolean {
  const tickets = spans.filter(({ kind }) => kind === 'sold');
  const times = [period.from, period.to, ...spans.flatMap(({ from, to }) => [from, to])];
  return times.some(
    (time) =>
      overlaps({ from: time, to: time }, period) &&
      !tickets.some(({ from, to }) => from < time && time < to) &&
      spans.some((span) => span.kind === 'held' && overlaps(span, { from: time, to: time }) && isMeant(span)),
  );
}

function overlaps(one: Period, other: Period): boolean {
  return one.from <= other.to && other.from <= one.to;
}
