import * as v from 'valibot';
import { readBeside } from '#domain/invitation.ts';
import type { Language } from '#domain/languages.ts';
import { sortSeats } from '#domain/seats.ts';
import type { Ticket } from './ticket.ts';

export const CALENDAR_MEDIA_TYPE = 'text/calendar';
export const CALENDAR_PATH = 'calendar/ticket.ics';

const startMessage = 'startsAt must be an ISO instant';
const seatsMessage = 'seatNumbers must be 1 to 6 different seats, ascending, separated by commas';

/** The query of `GET calendar/ticket.ics`: what the event says, and its language, by default English. */
export const calendarQuerySchema = v.object({
  title: v.string('title must be the title of a film'),
  startsAt: v.pipe(
    v.string(startMessage),
    v.isoTimestamp(startMessage),
    v.check((instant) => !Number.isNaN(Date.parse(instant)), startMessage),
  ),
  seatNumbers: v.pipe(
    v.string(seatsMessage),
    v.transform((text) => readBeside(text)),
    v.check((seatNumbers) => seatNumbers.length > 0, seatsMessage),
  ),
  language: v.optional(v.string()),
});

/**
 * The address of a ticket's calendar file. It names film, showtime and seats, as an invitation does, but neither user nor ticket, so
 * everybody may read it.
 */
export function calendarAddress({ movieTitle, startsAt, seatNumbers }: Ticket, language: Language): string {
  const title = encodeURIComponent(movieTitle);
  const seats = sortSeats(seatNumbers).join();
  return `/api/${CALENDAR_PATH}?title=${title}&startsAt=${startsAt}&seatNumbers=${seats}&language=${language}`;
}
