import * as v from 'valibot';

/** An id as a client sends it, text or number; ids are compared as text (section 3). */
export const idSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
