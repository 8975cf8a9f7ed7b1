import * as v from 'valibot';

/** An id in a request, text or number, converted to text: ids are compared as text (section 3). */
export const idSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
