import * as v from 'valibot';
import { movieSchema } from '#contract/movie.ts';
import { withoutControlCharacters } from '#contract/values.ts';
import { LANGUAGES } from '#domain/languages.ts';

/** The highest age rating in use anywhere: 21 in Indonesia, R21 in Singapore. */
const MAX_AGE_RATING = 21;

/** In rupiah. A higher price is probably a typing error with too many zeros. */
const MAX_TICKET_PRICE = 10_000_000;

const MAX_DESCRIPTION_LENGTH = 5000;

/** The date of the Roundhay Garden Scene, the oldest surviving film. */
const FIRST_FILM = '1888-10-14';

/**
 * Base URL to resolve poster paths against. A path that resolves to another origin, such as `//host/a.svg`, is not a path
 * of the site.
 */
const SITE = 'https://site.invalid';

const descriptionSchema = v.pipe(
  v.string(),
  v.maxLength(MAX_DESCRIPTION_LENGTH, `must have at most ${MAX_DESCRIPTION_LENGTH} characters`),
  v.check((text) => !/[^\P{Cc}\t\n\r]|\p{Cs}/u.test(text), 'must not contain control characters'),
);

const [, ...TRANSLATIONS] = LANGUAGES;

/** `description_id` and the fields of the other languages, each with the description of a film in its language. */
export const TRANSLATED_DESCRIPTIONS = TRANSLATIONS.map((language) => `description_${language}` as const);

/**
 * The fields of a film in a catalogue file. Their limits are stricter than those of the API, because the API also returns films that
 * an earlier version accepted.
 */
const filmSchema = v.object({
  ...v.omit(movieSchema, ['description_language']).entries,
  description: descriptionSchema,
  ...v.entriesFromList(TRANSLATED_DESCRIPTIONS, v.optional(descriptionSchema)),
  release_date: v.pipe(
    movieSchema.entries.release_date,
    v.check(isOnCalendar, 'must be a day of the calendar'),
    v.minValue(FIRST_FILM, `must not be before ${FIRST_FILM}, when there were no films`),
  ),
  poster_url: v.pipe(
    v.string(),
    withoutControlCharacters,
    v.check(isPosterUrl, 'must begin with https:// or be a path of the site such as /posters/the-kid.svg'),
  ),
  age_rating: v.pipe(
    movieSchema.entries.age_rating,
    v.maxValue(MAX_AGE_RATING, `must be at most ${MAX_AGE_RATING} years`),
  ),
  ticket_price: v.pipe(
    movieSchema.entries.ticket_price,
    v.maxValue(MAX_TICKET_PRICE, `must be at most ${MAX_TICKET_PRICE} rupiah`),
  ),
});

/** The names of the fields of a film. */
export const FILM_FIELDS = v.keyof(filmSchema).options;

/** The schema of a catalogue file. */
export const catalogueSchema = v.array(
  v.pipe(
    filmSchema,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      for (const [key, value] of Object.entries(dataset.value)) {
        if (!String(value).includes('\uFFFD')) continue;
        addIssue({
          message: 'must not contain \uFFFD, which replaces a character that was lost in a conversion',
          path: [{ type: 'object', origin: 'value', input: dataset.value, key, value }],
        });
      }
    }),
  ),
);

/** A film of a catalogue. */
export type CatalogueMovie = v.InferOutput<typeof catalogueSchema>[number];

/** Refuses dates such as 31 February, which `Date` reads as 3 March. */
function isOnCalendar(date: string): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/**
 * Whether every page can load the poster: an https URL, which the Content-Security-Policy allows, or an absolute path of the
 * site. A path without a leading slash would resolve differently on each page.
 */
function isPosterUrl(text: string): boolean {
  if (/^https:\/\//i.test(text)) return URL.canParse(text);
  return text.startsWith('/') && URL.parse(text, SITE)?.origin === SITE;
}
