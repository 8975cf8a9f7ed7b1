import { ErrorBoundary } from '../components/ErrorBoundary.tsx';
import { Shell } from '../shell/Shell.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { RouterBridge } from './RouterBridge.tsx';
import { RuntimeContext } from '../runtime/RuntimeContext.ts';
import type { Runtime } from '../runtime/openApp.ts';

/** The whole product as views of a running root actor; within a router. */
export function AppRoot({ runtime }: { readonly runtime: Runtime }) {
  return (
    <RuntimeContext value={runtime}>
      <ErrorBoundary>
        <RouterBridge />
        <Shell>
          <AppRoutes />
        </Shell>
      </ErrorBoundary>
    </RuntimeContext>
  );
}
