import { matchPath } from 'react-router-dom';
import type { Route } from '#domain/paths.ts';

/**
 * The decoded parameters of a route in a path, without those whose percent-encoding is invalid.
 * It replaces `useParams`, which decodes the path before matching and so reads a "%2F" in a title as a slash.
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
