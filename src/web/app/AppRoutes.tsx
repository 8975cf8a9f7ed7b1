import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';
import { pageAt } from './pages.ts';

/** The page at the present address. */
export function AppRoutes() {
  const { pathname } = useLocation();
  const { Content } = pageAt(pathname);
  return (
    <ErrorBoundary place={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Content />
      </Suspense>
    </ErrorBoundary>
  );
}
