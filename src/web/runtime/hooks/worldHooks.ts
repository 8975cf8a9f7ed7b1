import { useLocation } from 'react-router-dom';
import { PATHS } from '#domain/paths.ts';
import { routeParams } from '../routeParams.ts';
import { useRuntime } from '../RuntimeContext.ts';

/** The time zone of the cinema. */
export function useZone(): string {
  return useRuntime().dependencies.zone;
}

/** The film whose page stands at the present address; undefined where its percent-encoding is broken. */
export function useMovieTitle(): string | undefined {
  return routeParams(PATHS.movie, useLocation().pathname)['movieTitle'];
}
