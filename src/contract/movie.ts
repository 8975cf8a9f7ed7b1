import * as v from 'valibot';
import { lineSchema, rupiahSchema } from './values.ts';

/** A film on show. The price is in rupiah, the age rating in years (section 3). */
export const movieSchema = v.object({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  title: v.pipe(
    lineSchema,
    v.minLength(1),
    v.check((title) => title === title.trim(), 'A title must not begin or end with a space'),
    v.check((title) => title !== '.' && title !== '..', 'A title of only dots has no path'),
  ),
  description: v.string(),
  /** The language of the description, if it was requested in another language than English and exists in it. */
  description_language: v.optional(v.string()),
  release_date: v.pipe(v.string(), v.isoDate()),
  poster_url: v.pipe(v.string(), v.minLength(1)),
  age_rating: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  ticket_price: v.pipe(rupiahSchema, v.minValue(1)),
});

export type Movie = v.InferOutput<typeof movieSchema>;

/** The response of `GET movie`, and the contents of a catalogue file. */
export const moviesSchema = v.array(movieSchema);

/** The query of the calls about films: the language of descriptions. Films without a description in it have the English one. */
export const movieQuerySchema = v.object({ language: v.optional(v.string()) });

/** The path parameter of the calls about one film. */
export const titleSchema = v.object({ title: v.pipe(v.string(), v.description('The title, percent-encoded')) });
