import { Suspense, useEffect, useState } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { useRuntime } from '../runtime/RuntimeContext.ts';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';
import { locationAt, pageAt, pages } from './pages.ts';

/** The page of the current URL. */
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
              // The key unmounts the page that is left at once, even if the code of the next one is still on its way.
              <Suspense key={path} fallback={<PageSkeleton />}>
                <StartAfterHydration />
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
  // The component stays what it was first: `view` gives another one once the code is loaded, which would mount the page anew.
  const [{ View }] = useState(() => ({ View: view() }));
  return <View />;
}

/** Starts the machines in an effect, after hydration: started earlier, their state could differ from the server's markup. */
function StartAfterHydration() {
  const { start } = useRuntime();
  useEffect(start, [start]);
  return null;
}
