import { LRUCache } from 'lru-cache';
import type { Kysely } from 'kysely';
import type { Movie } from '#contract/movie.ts';
import { LANGUAGES, type Language } from '#domain/languages.ts';
import { isDatabaseUnavailable } from '../db/databaseFailure.ts';
import type { Schema } from '../db/schema.ts';
import { ApiError } from '../errors.ts';
import { findMovie, listMovies } from './movies.ts';

const MAX_ANSWERS = 1000;
/** How long a read may take before a known answer is given instead. The read goes on and brings the known answer up to date. */
const PATIENCE_MS = 1000;
/** Longer than any title in the catalogue. Others find a film only by the characters that comparisons ignore. */
const MAX_QUESTION = 500;

/** The films on sale. While the database is slow or unavailable, the last answer to the same question. */
export interface KnownMovies {
  readonly list: (language?: string) => Promise<Movie[]>;
  /** Throws `movie_not_found`. */
  readonly find: (film: { readonly title: string; readonly language?: string | undefined }) => Promise<Movie>;
  /** Whether `find` finds a film. */
  readonly has: (title: string) => Promise<boolean>;
}

/**
 * Reads the films on sale, and remembers the last 1,000 answers to each kind of question, so that visitors can go on reading about
 * them while the database is unavailable. Nothing is sold by these answers.
 */
export function createKnownMovies(db: Kysely<Schema>, isReachable: () => boolean): KnownMovies {
  const list = remember((language?: Language) => listMovies(db, language), isReachable);
  const findIn = remember(
    (film: { readonly title: string; readonly language: Language | undefined }) => findMovie(db, film),
    isReachable,
  );
  const find: KnownMovies['find'] = ({ title, language }) => findIn({ title, language: knownLanguage(language) });
  return {
    list: (language) => list(knownLanguage(language)),
    find,
    async has(title) {
      try {
        await find({ title });
        return true;
      } catch (error) {
        if (error instanceof ApiError) return false;
        throw error;
      }
    },
  };
}

/** One question for all unknown languages: otherwise a stranger could fill the memory with answers that nobody needs. */
function knownLanguage(language: string | undefined): Language | undefined {
  return LANGUAGES.find((each) => each === language);
}

/** The same read, with the last known answer if the database is slow or unavailable. */
function remember<Question, Answer extends object>(
  read: (question: Question) => Promise<Answer>,
  isReachable: () => boolean,
): (question: Question) => Promise<Answer> {
  const answers = new LRUCache<string, Answer>({ max: MAX_ANSWERS });
  let forgotten = 0;

  async function readAndRemember(question: Question, key: string): Promise<Answer> {
    const forgottenBefore = forgotten;
    try {
      const answer = await read(question);
      // An older read may end after the one that found no film. It must not bring the film back.
      if (key.length <= MAX_QUESTION && forgotten === forgottenBefore) answers.set(key, answer);
      return answer;
    } catch (error) {
      if (!isDatabaseUnavailable(error) && answers.delete(key)) forgotten += 1;
      throw error;
    }
  }

  return async (question) => {
    const key = JSON.stringify(question) ?? '';
    const known = answers.get(key);
    if (known === undefined) return readAndRemember(question, key);
    if (!isReachable()) return known;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<Answer>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, known);
    });
    try {
      return await Promise.race([readAndRemember(question, key), patience]);
    } catch (error) {
      if (isDatabaseUnavailable(error)) return known;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
}
