import { BrowserRouter } from 'react-router-dom';
import { base } from '#messages/language.ts';
import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import type { App } from '../actors/openApp.ts';
import { AppContext } from '../actors/rootHooks.ts';
import { Shell } from '../layout/Shell.tsx';
import { CurrentPage, OpenedPage } from '../router/CurrentPage.tsx';
import { RouterBridge } from '../router/RouterBridge.tsx';

/** The views of a running root actor. Needs a router around it. */
export function AppRoot({ app }: { readonly app: App }) {
  return (
    <AppContext value={app}>
      <ErrorBoundary>
        <RouterBridge />
        <Shell announcement={<OpenedPage />}>
          <CurrentPage />
        </Shell>
      </ErrorBoundary>
    </AppContext>
  );
}

/**
 * The views with the browser's history. The paths of the router and the machines have no prefix of a language. The router does not use
 * React transitions, so the root gets each location at once.
 */
export function BrowserRoot({ app }: { readonly app: App }) {
  return (
    <BrowserRouter {...(base !== '' && { basename: base })} useTransitions={false}>
      <AppRoot app={app} />
    </BrowserRouter>
  );
}
