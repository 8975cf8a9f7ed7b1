import { DateTime } from 'luxon';
import { zoneName } from '#domain/zones.ts';
import { language } from '#messages/language.ts';
import { rowsOfSeats, seatList } from '#messages/seats.ts';
import { ticketWithId } from '#messages/tickets.ts';

interface Ticket {
  readonly id: string;
  readonly movieTitle: string;
  readonly seatNumbers: readonly number[];
  /** An ISO instant. */
  readonly startsAt: string;
}

const LINE_OCTETS = 75;
const LOCAL = "yyyyMMdd'T'HHmmss";
const encoder = new TextEncoder();

/**
 * A ticket's showtime as an iCalendar file (RFC 5545). It names the cinema's time zone with its offset, so that the start is right
 * in every calendar. The event has no end, because films have no duration in the API.
 * @param now the current time, in epoch milliseconds
 */
export function ticketCalendar(ticket: Ticket, zone: string, now: number): string {
  const start = DateTime.fromISO(ticket.startsAt, { zone, locale: 'en-US' });
  const offset = start.toFormat('ZZZ');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Nobar Now//Tickets//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    `TZNAME:${escapeText(zoneName(ticket.startsAt, zone))}`,
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${ticket.id}@nobar-now`,
    `DTSTAMP:${DateTime.fromMillis(now, { zone: 'utc' }).toFormat(LOCAL)}Z`,
    `DTSTART;TZID=${zone}:${start.toFormat(LOCAL)}`,
    `SUMMARY:${escapeText(ticket.movieTitle)}`,
    'LOCATION:Nobar Now',
    `DESCRIPTION:${escapeText([...rowsOfSeats(ticket.seatNumbers), seatList(ticket.seatNumbers), ticketWithId(ticket.id)].join('\n'))}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`);
}

/** Folds a line after at most 75 octets, as RFC 5545 requires; a continuation line begins with a space. Never splits a character. */
function fold(line: string): string {
  let octets = 0;
  let folded = '';
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
