import { findMovie, listMovies } from '../store/movies.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers for the films on sale (section 7). */
export function movieHandlers({ db }: RouteDependencies) {
  return {
    listMovies: ({ input }) => listMovies(db, input.language),
    findMovie: ({ params, input }) => findMovie(db, { ...params, ...input }),
  } satisfies Partial<Handlers>;
}
