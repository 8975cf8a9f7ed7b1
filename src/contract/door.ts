import * as v from 'valibot';
import { instantSchema } from './values.ts';
import { showtimeDateSchema, showtimeTimeSchema } from './showtime.ts';

/** The screening at whose door a ticket is checked. */
export const doorScreeningSchema = v.object({
  movieTitle: v.string(),
  showtimeDate: showtimeDateSchema,
  showtimeTime: showtimeTimeSchema,
});

export type DoorScreening = v.InferOutput<typeof doorScreeningSchema>;

/** The response of `GET door`: the door, and the screenings of its day that have tickets, in the order in which they start. */
export const doorSchema = v.object({
  name: v.string(),
  endsAt: instantSchema,
  /** Minutes before the start of a screening from which its tickets are admitted. */
  opensMinutesBefore: v.number(),
  screenings: v.array(
    v.object({
      movieTitle: v.string(),
      showtimeDate: v.string(),
      showtimeTime: v.string(),
      startsAt: instantSchema,
      soldSeats: v.number(),
      seatsInside: v.number(),
    }),
  ),
});

export type Door = v.InferOutput<typeof doorSchema>;

/** A ticket of a screening as a door knows it: the SHA-256 of its code in hexadecimal instead of the code. */
export const doorTicketSchema = v.object({
  codeHash: v.string(),
  seatNumbers: v.array(v.number()),
  admittedAt: v.optional(instantSchema),
  /** The name of the door that admitted the ticket. */
  door: v.optional(v.string()),
});

export type DoorTicket = v.InferOutput<typeof doorTicketSchema>;

/** The response of `GET door/tickets`: the valid tickets of a screening. */
export const doorTicketsSchema = v.object({ tickets: v.array(doorTicketSchema) });

/** The longest time, in seconds, for which a phone keeps an admission that it could not send. */
export const MAXIMUM_SECONDS_AGO = 24 * 60 * 60;

const LONGEST_CODE = 100;

/**
 * The request body of `POST door/admissions`: a code as it was read or typed, the screening, and how many seconds ago the ticket was
 * seen, if the phone was offline then. The server computes the time, because the clock of the phone may be wrong.
 */
export const admissionRequestSchema = v.object({
  ...doorScreeningSchema.entries,
  code: v.pipe(v.string(), v.maxLength(LONGEST_CODE)),
  secondsAgo: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAXIMUM_SECONDS_AGO)), 0),
});

export type AdmissionRequest = v.InferOutput<typeof admissionRequestSchema>;

/** The response of `POST door/admissions`. Only `welcome` admits the ticket. */
export const admissionSchema = v.variant('answer', [
  v.object({ answer: v.literal('welcome'), seatNumbers: v.array(v.number()), admittedAt: instantSchema }),
  v.object({
    answer: v.literal('already_inside'),
    seatNumbers: v.array(v.number()),
    admittedAt: instantSchema,
    door: v.string(),
  }),
  v.object({
    answer: v.literal('another_screening'),
    movieTitle: v.string(),
    showtimeDate: v.string(),
    showtimeTime: v.string(),
  }),
  v.object({ answer: v.literal('cancelled') }),
  v.object({ answer: v.literal('not_ours') }),
  v.object({ answer: v.literal('too_early'), opensAt: instantSchema }),
]);

export type Admission = v.InferOutput<typeof admissionSchema>;

/** The request body of `DELETE door/admissions`: the code of a ticket that this door admitted by mistake. */
export const admissionUndoSchema = v.object({ code: v.pipe(v.string(), v.maxLength(LONGEST_CODE)) });

/** The response of `DELETE door/admissions`: whether this door had admitted the ticket. */
export const undoneAdmissionSchema = v.object({ undone: v.boolean() });

/** Method, path and response schema of the calls of a door. Only the page of a door loads them. */
export const doorWire = {
  readDoor: { method: 'GET', path: 'door', answer: doorSchema },
  listDoorTickets: { method: 'GET', path: 'door/tickets', answer: doorTicketsSchema },
  admitTicket: { method: 'POST', path: 'door/admissions', answer: admissionSchema },
  undoAdmission: { method: 'DELETE', path: 'door/admissions', answer: undoneAdmissionSchema },
} as const;
