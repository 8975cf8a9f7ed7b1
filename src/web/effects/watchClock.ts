import { fromCallback, type EventObject } from 'xstate';

const CLOCK_INTERVAL = 5000;

/** Reports the present in epoch milliseconds every few seconds. */
export function watchClock(now: () => number) {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    const interval = setInterval(() => sendBack({ type: 'clock.ticked', now: now() }), CLOCK_INTERVAL);
    return () => clearInterval(interval);
  });
}
