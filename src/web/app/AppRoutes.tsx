import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';
import { pageAt } from './pages.ts';

/** The page at the present address. */
export function AppRoutes() {
  const { Content } = pageAt(useLocation().pathname);
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Content />
    </Suspense>
  );
}
