import { Suspense, useEffect, useState } from 'react';
import { PATHS, pageTitle, routeOf } from '#domain/paths.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { useLocation } from '../runtime/hooks/worldHooks.ts';
import { useRuntime } from '../runtime/RuntimeContext.ts';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';
import { pageAt } from './pages.ts';

/** The page at the present address. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const route = routeOf(pathname);
  return (
    <ErrorBoundary location={pathname}>
      {/* A film's page says itself whether there is such a film. */}
      {route !== PATHS.movie && <title>{pageTitle(pathname)}</title>}
      {/* The page that is left ends at once, even if the code of the next one is still on its way. */}
      <Suspense key={route} fallback={<PageSkeleton />}>
        <Arrival />
        <Page pathname={pathname} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Page({ pathname }: { readonly pathname: string }) {
  const [{ View }] = useState(() => ({ View: pageAt(pathname).view() }));
  return <View />;
}

/** Starts the machines as soon as the page that the server drew is the browser's: not before, lest it be another by then. */
function Arrival() {
  const { start } = useRuntime();
  useEffect(start, [start]);
  return null;
}
