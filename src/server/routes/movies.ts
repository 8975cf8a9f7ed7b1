import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';

/** Handlers for the films on sale (section 7). */
export function movieHandlers({ movies }: RouteDependencies) {
  return {
    listMovies: ({ input }) => movies.list(input.language),
    findMovie: ({ params, input }) => movies.find({ ...params, ...input }),
  } satisfies Partial<Handlers>;
}
