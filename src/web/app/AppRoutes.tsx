import { Suspense, useEffect } from 'react';
import { PATHS, pageTitle, routeOf } from '#domain/paths.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { useLocation } from '../runtime/hooks/worldHooks.ts';
import { useRuntime } from '../runtime/RuntimeContext.ts';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';
import { pageAt } from './pages.ts';

/** The page at the present address. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const { Content } = pageAt(pathname);
  return (
    <ErrorBoundary location={pathname}>
      {/* A film's page says itself whether there is such a film. */}
      {routeOf(pathname) !== PATHS.movie && <title>{pageTitle(pathname)}</title>}
      <Suspense fallback={<PageSkeleton />}>
        <Arrival />
        <Content />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Starts the machines as soon as the page that the server drew is the browser's: not before, lest it be another by then. */
function Arrival() {
  const { start } = useRuntime();
  useEffect(start, [start]);
  return null;
}
