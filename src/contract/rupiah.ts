import * as v from 'valibot';

/** A whole number of rupiah, 0 or more. */
export const rupiahSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
