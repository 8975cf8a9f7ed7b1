import { Suspense, useEffect } from 'react';
import { Button } from '../components/Button.tsx';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Notice } from '../components/Notice.tsx';
import { SectionHeader } from '../components/Section.tsx';
import { SignInNotice } from '../components/SignInNotice.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { UnreachableNotice } from '../components/UnreachableNotice.tsx';
import { startApp } from '../actors/openApp.ts';
import { PageContext } from '../actors/pageHooks.ts';
import { useApp, useAppActor } from '../actors/rootHooks.ts';
import { pageAt } from './pages.ts';

/** The page that the root shows. The root follows the router, so a page never renders before its machine runs. */
export function CurrentPage() {
  const [location] = useApp((snapshot) => snapshot.context.location);
  if (location === undefined) return <PageSkeleton />;

  const { pathname } = location;
  const { title, titlesItself, personal } = pageAt(pathname);
  return (
    <ErrorBoundary location={pathname}>
      {titlesItself !== true && <title>{location.title}</title>}
      {/* React hydrates the contents of a Suspense boundary in a separate task. */}
      <Suspense key={pathname}>
        <StartAfterHydration />
        {personal === 'guarded' && typeof title === 'string' && <SectionHeader title={title} />}
        <Content pathname={pathname} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Content({ pathname }: { readonly pathname: string }) {
  const [status, send] = useApp((snapshot) => snapshot.value.location);
  const [page] = useApp((snapshot) => snapshot.children.page);
  const [failure] = useApp((snapshot) => snapshot.context.failure?.message ?? '');
  const View = pageAt(pathname).loaded()?.default;

  if (status === 'restoring') return <Skeleton shape="heading" />;
  if (status === 'signedOut') return <SignInNotice />;
  if (status === 'unreachable') return <UnreachableNotice />;
  if (status === 'failed') {
    return (
      <Notice alert title={failure} action={<Button onClick={() => send({ type: 'page.retry' })}>Retry</Button>} />
    );
  }
  if (status !== 'shown' || View === undefined) return <PageSkeleton />;
  return (
    <PageContext value={page}>
      <View />
    </PageContext>
  );
}

/** Starts the machines in an effect, after hydration. If they started earlier, their state could differ from the server's markup. */
function StartAfterHydration() {
  const app = useAppActor();
  useEffect(() => startApp(app), [app]);
  return null;
}

/** The placeholder while a page's code loads: a heading only, which fits every page. */
function PageSkeleton() {
  return <Skeleton shape="heading" />;
}
