import { fromCallback, type EventObject } from 'xstate';

/** Tells when the browser is online again. */
export function watchOnline(window: Window) {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    const report = () => sendBack({ type: 'browser.online' });
    window.addEventListener('online', report);
    return () => window.removeEventListener('online', report);
  });
}
