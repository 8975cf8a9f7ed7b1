import { fromCallback, type EventObject } from 'xstate';

/** A stub of `watchOnline`. Its `goOnline` reports that the browser is online again. */
export function controlledOnline() {
  const listeners = new Set<() => void>();
  return {
    actor: fromCallback<EventObject, undefined>(({ sendBack }) => {
      const report = () => sendBack({ type: 'browser.online' });
      listeners.add(report);
      return () => listeners.delete(report);
    }),
    goOnline: () => {
      for (const report of listeners) report();
    },
  };
}
