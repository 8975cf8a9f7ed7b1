import { readBeside } from './invitation.ts';
import { moviePath, type ShowtimeQuery } from './paths.ts';
import { readTogether } from './sharedSeats.ts';
import { foldCase } from './text.ts';
import { titleKey } from './titles.ts';

/** How often programs may encode a link again. The limit keeps a long text of percent signs cheap. */
const MAX_ENCODINGS = 3;
const ENCODED = /(?:%[\da-f]{2})+/gi;
const DATE = /^\d{2} [A-Z][a-z]{2}$/;
const TIME = /^\d{2}\.\d{2}$/;

/**
 * The film that a link meant whose title chat or mail programs, or people, rewrote: `+` or `%20` for a space, `&amp;` for `&`, other
 * case. Undefined if no film or more than one matches.
 */
export function findRewritten<Movie extends { readonly title: string }>(
  movies: readonly Movie[],
  title: string,
): Movie | undefined {
  const key = rewrittenKey(title);
  const [movie, ...others] = movies.filter((each) => rewrittenKey(each.title) === key);
  return others.length === 0 ? movie : undefined;
}

function rewrittenKey(title: string): string {
  return foldCase(titleKey(decode(title).replaceAll('+', ' ')));
}

/**
 * The showtime and the friends of a link to a film whose query programs encoded again, or with `&amp;` or `%26` for `&`. Undefined if
 * the query is readable as it is.
 */
export function restoreQuery(search: string): ShowtimeQuery | undefined {
  const [read, meant] = [readQuery(search), readQuery(decode(search))];
  const restored = {
    date: read.date ?? meant.date,
    time: read.time ?? meant.time,
    beside: read.beside.length === 0 ? meant.beside : read.beside,
    together: read.together ?? meant.together,
  };
  return moviePath('', restored) === moviePath('', read) ? undefined : restored;
}

function readQuery(search: string) {
  const query = new URLSearchParams(search);
  const matching = (name: string, pattern: RegExp) => {
    const value = query.get(name);
    return value !== null && pattern.test(value) ? value : undefined;
  };
  return {
    date: matching('date', DATE),
    time: matching('time', TIME),
    beside: readBeside(query.get('beside')),
    together: readTogether(query.get('together')),
  };
}

function decode(text: string): string {
  let decoded = text;
  for (let count = 0; count < MAX_ENCODINGS; count += 1)
    decoded = decoded.replaceAll(ENCODED, decodeOnce).replaceAll('&amp;', '&');
  return decoded;
}

function decodeOnce(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
