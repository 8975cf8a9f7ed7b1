import * as v from 'valibot';

/** A whole number of rupiah, never negative. */
export const rupiahSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
