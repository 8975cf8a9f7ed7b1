import { generalSentence } from '#contract/generalSentence.ts';
import { retry } from '#messages/common.ts';
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
import { useApp, useAppActor, useShell } from '../actors/rootHooks.ts';
import { pageAt, titleOf } from './pages.ts';

/** The page that the root shows. The root follows the router, so a page never renders before its machine runs. */
export function CurrentPage() {
  const [location] = useApp((snapshot) => snapshot.context.location);
  if (location === undefined) return <PageSkeleton />;

  const { pathname } = location;
  const { title, titlesItself, personal } = pageAt(pathname);
  return (
    <ErrorBoundary location={pathname}>
      {titlesItself !== true && <title>{titleOf(location)}</title>}
      {/* React hydrates the contents of a Suspense boundary in a separate task. */}
      <Suspense key={pathname}>
        <StartAfterHydration />
        {personal === 'guarded' && typeof title === 'string' && <SectionHeader title={title} />}
        <Content pathname={pathname} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The title of the page that was opened last; nothing on the first page of the visit. */
export function OpenedPage() {
  const [page] = useShell((snapshot) => snapshot.context.page);
  return page && titleOf(page);
}

function Content({ pathname }: { readonly pathname: string }) {
  const [status, send] = useApp((snapshot) => snapshot.value.location);
  const [page] = useApp((snapshot) => snapshot.children.page);
  const [failure] = useApp((snapshot) => snapshot.context.failure);
  const View = pageAt(pathname).loaded()?.default;

  if (status === 'restoring') return <Skeleton shape="heading" />;
  if (status === 'signedOut') return <SignInNotice />;
  if (status === 'unreachable') return <UnreachableNotice />;
  if (status === 'failed' && failure !== undefined) {
    return (
      <Notice
        alert
        title={generalSentence(failure)}
        action={<Button onClick={() => send({ type: 'page.retry' })}>{retry}</Button>}
      />
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
