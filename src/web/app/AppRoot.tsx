import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import type { App } from '../runtime/openApp.ts';
import { AppContext } from '../runtime/rootHooks.ts';
import { Shell } from '../shell/Shell.tsx';
import { CurrentPage } from './CurrentPage.tsx';
import { RouterBridge } from './RouterBridge.tsx';

/** The views of a running root actor. Needs a router around it. */
export function AppRoot({ app }: { readonly app: App }) {
  return (
    <AppContext value={app}>
      <ErrorBoundary>
        <RouterBridge />
        <Shell>
          <CurrentPage />
        </Shell>
      </ErrorBoundary>
    </AppContext>
  );
}
