import { useSyncExternalStore, type ReactNode } from 'react';
import { Router } from 'react-router-dom';
import { useRuntime } from './RuntimeContext.ts';

/** Shares the address that the machines listen to with the views' links and routes. */
export function AppRouter({ children }: { readonly children: ReactNode }) {
  const { history } = useRuntime().dependencies;
  const location = useSyncExternalStore(history.subscribe, history.current);
  return (
    <Router location={location} navigator={history}>
      {children}
    </Router>
  );
}
