import { Suspense } from 'react';
import { PATHS, pageTitle, routeOf } from '#domain/paths.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';
import { pageAt } from './pages.ts';
import { useLocation } from '../runtime/hooks/worldHooks.ts';

/** The page at the present address. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const { Content } = pageAt(pathname);
  return (
    <ErrorBoundary location={pathname}>
      {/* A film's page says itself whether there is such a film. */}
      {routeOf(pathname) !== PATHS.movie && <title>{pageTitle(pathname)}</title>}
      <Suspense fallback={<PageSkeleton />}>
        <Content />
      </Suspense>
    </ErrorBoundary>
  );
}
