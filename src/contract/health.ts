import * as v from 'valibot';

/** The answer of the health calls while all is well. */
export const healthSchema = v.object({ status: v.string() });
