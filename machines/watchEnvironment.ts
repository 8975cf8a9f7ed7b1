import { fromCallback, type EventObject } from 'xstate';
import { environmentOf } from './environment.ts';

const CLOCK_INTERVAL = 5000;

/** Callback actor: sends the present, in epoch milliseconds, every 5 seconds and when a response has corrected the clock. */
export const watchClock = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { clock } = environmentOf(system);
  return clock.every(CLOCK_INTERVAL, () => sendBack({ type: 'clock.ticked', now: clock.now() }));
});

/** Callback actor: sends an event when the browser is online again. */
export const watchOnline = fromCallback<EventObject, undefined>(({ sendBack, system }) =>
  environmentOf(system).device.onOnline(() => sendBack({ type: 'browser.online' })),
);
