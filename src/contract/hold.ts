import * as v from 'valibot';
import { seatNumbersSchema, showtimeDateSchema, showtimeTimeSchema } from './showtime.ts';

/** The request body of `POST holds`: seats to hold while the user pays. */
export const holdRequestSchema = v.object({
  movieTitle: v.string(),
  showtimeDate: showtimeDateSchema,
  showtimeTime: showtimeTimeSchema,
  seatNumbers: seatNumbersSchema,
});

export type HoldRequest = v.InferOutput<typeof holdRequestSchema>;

/** The seats that a user holds, until `expiresAt`, an ISO instant. */
export const holdSchema = v.object({
  movieTitle: v.string(),
  showtimeDate: v.string(),
  showtimeTime: v.string(),
  seatNumbers: v.array(v.number()),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
});

export type Hold = v.InferOutput<typeof holdSchema>;
