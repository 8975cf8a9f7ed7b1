import * as v from 'valibot';

const LARGEST_PAGE = 100;
const message = `limit must be a whole number from 1 to ${LARGEST_PAGE}`;

/**
 * The `limit` of a list's query, as text in plain digits: at most 100.
 * @param usual the default
 */
export function pageLimitSchema(usual: number) {
  return v.optional(
    v.pipe(
      v.string(message),
      v.regex(/^[1-9]\d{0,2}$/, message),
      v.transform(Number),
      v.maxValue(LARGEST_PAGE, message),
    ),
    String(usual),
  );
}
