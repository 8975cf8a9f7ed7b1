import * as v from 'valibot';
import { CallFailed } from '#domain/failure.ts';

const failureSchema = v.object({
  code: v.string(),
  seatNumbers: v.array(v.number()),
  message: v.optional(v.string()),
  reason: v.optional(v.string()),
  retryAfter: v.optional(v.number()),
  age: v.optional(v.number()),
  shortfall: v.optional(v.number()),
});

/** Creates an error of the recording again. */
export function reviveError(data: object): Error {
  const read = v.safeParse(failureSchema, data);
  return read.success ? new CallFailed(read.output) : new Error('An error of the recording');
}
