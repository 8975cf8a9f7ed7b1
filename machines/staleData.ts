import { environmentOf, isDocumentSaved, whenVisible, type Unsubscribe } from './environment.ts';
import { followLocation } from './navigation.ts';
import type { System } from './targets.ts';

/** In milliseconds. */
const MAX_AGE = 5 * 60_000;

/**
 * Calls the listener, which fetches data, when the page becomes visible or the visitor navigates and the data is five minutes old.
 * @param isStale calls the listener at once; by default if the machines resumed from a saved document
 */
export function onStaleData(system: System, listener: () => void, isStale = isDocumentSaved(system)): Unsubscribe {
  if (isStale) listener();
  const check = whenVisible(system, MAX_AGE, listener);
  const ends = [environmentOf(system).device.onVisibilityChange(check), followLocation(system, check)];
  return () => ends.forEach((end) => end());
}
