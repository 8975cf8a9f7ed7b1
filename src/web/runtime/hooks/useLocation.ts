import { useSyncExternalStore } from 'react';
import type { Location } from 'react-router-dom';
import { useRuntime } from '../RuntimeContext.ts';

/** The address that the machines listen to, for the views. */
export function useLocation(): Location {
  const { history } = useRuntime().dependencies;
  return useSyncExternalStore(history.subscribe, history.current, history.current);
}
