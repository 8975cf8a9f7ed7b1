import * as v from 'valibot';

/** What the health calls answer while all is well. */
export const healthSchema = v.object({ status: v.string() });
