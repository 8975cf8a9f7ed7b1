import { fromCallback, type EventObject } from 'xstate';
import type { Device } from './world.ts';

/** Tells when the browser is online again. */
export function watchOnline({ onOnline }: Device) {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    return onOnline(() => sendBack({ type: 'browser.online' }));
  });
}
