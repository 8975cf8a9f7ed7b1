import { Suspense, useEffect, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { useRuntime } from '../runtime/RuntimeContext.ts';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';
import { locationAt, pageAt, pages } from './pages.ts';

/** The page at the present address. */
export function AppRoutes() {
  const location = useLocation();
  const { title } = locationAt(location);
  return (
    <ErrorBoundary location={location.pathname}>
      {pageAt(location.pathname).titlesItself !== true && <title>{title}</title>}
      <Routes>
        {pages.map(({ path, view }) => (
          <Route
            key={path}
            path={path}
            element={
              // The page that is left ends at once, even if the code of the next one is still on its way.
              <Suspense key={path} fallback={<PageSkeleton />}>
                <Arrival />
                <PageView view={view} />
              </Suspense>
            }
          />
        ))}
      </Routes>
    </ErrorBoundary>
  );
}

function PageView({ view }: Pick<(typeof pages)[number], 'view'>) {
  const [{ View }] = useState(() => ({ View: view() }));
  return <View />;
}

/** Starts the machines as soon as the page that the server drew is the browser's: not before, lest it be another by then. */
function Arrival() {
  const { start } = useRuntime();
  useEffect(start, [start]);
  return null;
}
