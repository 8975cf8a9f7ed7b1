import { matchPath } from 'react-router-dom';
import type { Route } from '#domain/paths.ts';

/**
 * The parameters of a route in a path, decoded; one whose percent-encoding is broken is left out.
 * `useParams` decodes a path before it matches it, and takes a title's own "%2F" for a slash then.
 */
export function routeParams(route: Route, pathname: string): Readonly<Record<string, string>> {
  const { params = {} } = matchPath(route, pathname) ?? {};
  return Object.fromEntries(
    Object.entries<string | undefined>(params).flatMap(([name, encoded = '']) => {
      try {
        return [[name, decodeURIComponent(encoded)]];
      } catch {
        return [];
      }
    }),
  );
}
