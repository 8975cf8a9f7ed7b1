import * as v from 'valibot';

/** The response of the health calls when the server is healthy. */
export const healthSchema = v.object({ status: v.string() });
