import * as v from 'valibot';

/** A whole number of rupiah, 0 or more. */
export const rupiahSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** An ISO instant. */
export const instantSchema = v.pipe(v.string(), v.isoTimestamp());

/** An id in a request, text or number, converted to text: ids are compared as text (section 3). */
export const idSchema = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Refuses control characters, line breaks too, and halves of surrogate pairs. */
export const withoutControlCharacters = v.check<string, string>(
  (text) => !/[\p{Cc}\p{Cs}]/u.test(text),
  'must not contain control characters',
);

/** Text of a film that the pages show in one line, at most 200 characters. */
export const lineSchema = v.pipe(v.string(), v.maxLength(200), withoutControlCharacters);

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

/** The response of the balance calls, in rupiah. */
export const balanceSchema = v.object({ balance: rupiahSchema });

export type Balance = v.InferOutput<typeof balanceSchema>;
