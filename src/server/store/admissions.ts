import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Admission, AdmissionRequest, Door, DoorScreening, DoorTicket } from '#contract/door.ts';
import { readAdmissionCode } from '#domain/admissionCode.ts';
import { offerAt } from '#domain/calendar.ts';
import { hasSeveralWriters } from '../db/locks.ts';
import type { Schema } from '../db/schema.ts';
import { withCodes } from './admissionCodes.ts';
import type { OpenDoor } from './doors.ts';
import { parseSeatNumbers } from './takenSeats.ts';

const MINUTE = 60_000;
/** A screening can be chosen at a door until this long after its start, although its day is over. */
const LONGEST_SCREENING = 6 * 60 * MINUTE;

/** A time in epoch milliseconds, and the cinema's IANA time zone. */
interface TimeAndZone {
  readonly now: number;
  readonly zone: string;
}

/** The screenings of the cinema's day, and those that began in the last six hours, if they have sold seats; by their start. */
export async function listDoorScreenings(db: Kysely<Schema>, { now, zone }: TimeAndZone): Promise<Door['screenings']> {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin('taken_seats', (join) =>
      join
        .onRef('taken_seats.movie_id', '=', 'tickets.movie_id')
        .onRef('taken_seats.starts_at', '=', 'tickets.starts_at')
        .onRef('taken_seats.ticket_id', '=', 'tickets.id'),
    )
    .leftJoin('admissions', 'admissions.ticket_id', 'tickets.id')
    .select(({ fn }) => [
      'tickets.movie_title',
      'tickets.showtime_date',
      'tickets.showtime_time',
      'tickets.starts_at',
      fn.countAll<number>().as('sold'),
      fn.count<number>('admissions.ticket_id').as('inside'),
    ])
    .where('tickets.cancelled_at', 'is', null)
    .where('tickets.starts_at', '>=', firstStart({ now, zone }))
    .where('tickets.starts_at', '<', offerAt(now, zone).until)
    .groupBy(['tickets.movie_title', 'tickets.showtime_date', 'tickets.showtime_time', 'tickets.starts_at'])
    .orderBy('tickets.starts_at')
    .orderBy('tickets.movie_title')
    .execute();
  return rows.map((row) => ({
    movieTitle: row.movie_title,
    showtimeDate: row.showtime_date,
    showtimeTime: row.showtime_time,
    startsAt: new Date(row.starts_at).toISOString(),
    soldSeats: row.sold,
    seatsInside: row.inside,
  }));
}

/** The valid tickets of a screening that a door can have chosen; none of any other screening. */
export async function listDoorTickets(
  db: Kysely<Schema>,
  { screening, now, zone }: TimeAndZone & { readonly screening: DoorScreening },
): Promise<DoorTicket[]> {
  const rows = await db
    .selectFrom('tickets')
    .leftJoin('admissions', 'admissions.ticket_id', 'tickets.id')
    .leftJoin('doors', 'doors.id', 'admissions.door_id')
    .select(['tickets.id', 'tickets.admission_code', 'tickets.seat_numbers', 'admissions.admitted_at', 'doors.name'])
    .where('tickets.cancelled_at', 'is', null)
    .where('tickets.starts_at', '>=', firstStart({ now, zone }))
    .where('tickets.starts_at', '<', offerAt(now, zone).until)
    .where('tickets.movie_title', '=', screening.movieTitle)
    .where('tickets.showtime_date', '=', screening.showtimeDate)
    .where('tickets.showtime_time', '=', screening.showtimeTime)
    .orderBy('tickets.id')
    .execute();
  return (await withCodes(db, rows)).map(doorTicketOf);
}

interface DoorTicketRow {
  readonly admission_code: string | null;
  readonly seat_numbers: string;
  readonly admitted_at: number | null;
  readonly name: string | null;
}

function doorTicketOf({ admission_code: code, seat_numbers: seats, admitted_at: at, name }: DoorTicketRow): DoorTicket {
  return {
    codeHash: hash('sha256', code ?? ''),
    seatNumbers: parseSeatNumbers(seats),
    ...(at !== null && { admittedAt: new Date(at).toISOString() }),
    ...(name !== null && { door: name }),
  };
}

interface Shown extends TimeAndZone {
  readonly door: OpenDoor;
  readonly request: AdmissionRequest;
  /** Minutes before the start of a screening from which its tickets are admitted. */
  readonly opensMinutes: number;
}

/** Admits a ticket whose code was shown at a door, or says why not. Only `welcome` changes something. */
export async function admitTicket(
  transaction: Kysely<Schema>,
  { door, request, opensMinutes, now, zone }: Shown,
): Promise<Admission> {
  const code = readAdmissionCode(request.code);
  const ticket = code === undefined ? undefined : await lockTicket(transaction, code);
  if (ticket === undefined) return { answer: 'not_ours' };
  if (ticket.cancelled_at !== null) return { answer: 'cancelled' };
  const seenAt = Math.max(door.openedAt, now - request.secondsAgo * 1000);
  const { movie_title: movieTitle, showtime_date: showtimeDate, showtime_time: showtimeTime } = ticket;
  const isOfScreening =
    movieTitle === request.movieTitle &&
    showtimeDate === request.showtimeDate &&
    showtimeTime === request.showtimeTime &&
    // The date has no year.
    ticket.starts_at >= firstStart({ now: seenAt, zone }) &&
    ticket.starts_at < offerAt(seenAt, zone).until;
  if (!isOfScreening) return { answer: 'another_screening', movieTitle, showtimeDate, showtimeTime };
  const seatNumbers = parseSeatNumbers(ticket.seat_numbers);
  const earlier = await findAdmission(transaction, ticket.id);
  if (earlier !== undefined) return { answer: 'already_inside', seatNumbers, ...earlier };
  const opensAt = ticket.starts_at - opensMinutes * MINUTE;
  if (seenAt < opensAt) return { answer: 'too_early', opensAt: new Date(opensAt).toISOString() };
  await transaction
    .insertInto('admissions')
    .values({ ticket_id: ticket.id, door_id: door.id, admitted_at: seenAt })
    .execute();
  return { answer: 'welcome', seatNumbers, admittedAt: new Date(seenAt).toISOString() };
}

/** Undoes the admission of a ticket by this door; returns whether the door had admitted it. */
export async function undoAdmission(
  transaction: Kysely<Schema>,
  { doorId, code: text }: { readonly doorId: string; readonly code: string },
): Promise<boolean> {
  const code = readAdmissionCode(text);
  if (code === undefined) return false;
  const { numDeletedRows } = await transaction
    .deleteFrom('admissions')
    .where('door_id', '=', doorId)
    .where('ticket_id', 'in', (ticket) => ticket.selectFrom('tickets').select('id').where('admission_code', '=', code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * The ticket with a code. On PostgreSQL the lock lets doors and cancellations of the ticket take turns: the statements after it read what
 * the transaction before this one has committed.
 */
function lockTicket(transaction: Kysely<Schema>, code: string) {
  return transaction
    .selectFrom('tickets')
    .select(['id', 'movie_title', 'showtime_date', 'showtime_time', 'starts_at', 'seat_numbers', 'cancelled_at'])
    .where('admission_code', '=', code)
    .$if(hasSeveralWriters(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
}

async function findAdmission(transaction: Kysely<Schema>, ticketId: string) {
  const row = await transaction
    .selectFrom('admissions')
    .innerJoin('doors', 'doors.id', 'admissions.door_id')
    .select(['admissions.admitted_at', 'doors.name'])
    .where('admissions.ticket_id', '=', ticketId)
    .executeTakeFirst();
  return row && { admittedAt: new Date(row.admitted_at).toISOString(), door: row.name };
}

/** The earliest start of a screening that can be chosen at a door. */
function firstStart({ now, zone }: TimeAndZone): number {
  return Math.min(offerAt(now, zone).from, now - LONGEST_SCREENING);
}
