import { useSyncExternalStore } from 'react';
import type { Location } from 'react-router-dom';
import { useRuntime } from '../RuntimeContext.ts';

/** The address that the machines listen to. */
export function useLocation(): Location {
  const { history } = useRuntime().dependencies;
  return useSyncExternalStore(history.subscribe, history.current, history.current);
}

/** Goes to an address within the product. */
export function useNavigate(): (to: string) => void {
  const { history } = useRuntime().dependencies;
  return (to) => history.push(to);
}

/** The time zone of the cinema. */
export function useZone(): string {
  return useRuntime().dependencies.zone;
}
