import { fromCallback, type EventObject } from 'xstate';

/** A watcher that tells that the browser is online again when the test says so. */
export function onlineSwitch() {
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
