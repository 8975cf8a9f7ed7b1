import * as v from 'valibot';
import { instantSchema } from './values.ts';
import type { Rule } from '#domain/rules.ts';
import { MINIMUM_SHARED_SEATS } from '#domain/seats.ts';
import { seatNumbersSchema, showtimeDateSchema, showtimeTimeSchema } from './showtime.ts';

/** The request body of `POST holds`: seats to hold while the user pays, or while friends each pay for their own. */
export const holdRequestSchema = v.pipe(
  v.object({
    movieTitle: v.string(),
    showtimeDate: showtimeDateSchema,
    showtimeTime: showtimeTimeSchema,
    seatNumbers: seatNumbersSchema,
    shared: v.optional(v.boolean()),
    /** The id of the hold that this one replaces, or its start. The request is refused if the user's hold is another one, or none. */
    replaces: v.optional(v.string()),
  }),
  v.forward(
    v.partialCheck(
      [['seatNumbers'], ['shared']],
      ({ seatNumbers, shared }) => shared !== true || seatNumbers.length >= MINIMUM_SHARED_SEATS,
      'sharedSeatsTooFew' satisfies Rule,
    ),
    ['seatNumbers'],
  ),
);

export type HoldRequest = v.InferOutput<typeof holdRequestSchema>;

/** The seats that a user holds, until `expiresAt`, an ISO instant. */
export const holdSchema = v.object({
  id: v.string(),
  movieTitle: v.string(),
  showtimeDate: v.string(),
  showtimeTime: v.string(),
  seatNumbers: v.array(v.number()),
  expiresAt: instantSchema,
  /** The code of a shared hold; missing from any other. */
  shareCode: v.optional(v.string()),
});

export type Hold = v.InferOutput<typeof holdSchema>;

/**
 * The request body of `DELETE holds`, if it has one: whether to end the user's shared hold instead of an ordinary one, and the id of
 * that hold, or its start. The request is refused if the user's hold is another one.
 */
export const holdReleaseSchema = v.optional(v.object({ shared: v.optional(v.boolean()), id: v.optional(v.string()) }));
