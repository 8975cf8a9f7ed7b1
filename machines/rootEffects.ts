import { fromCallback, type EventObject } from 'xstate';
import { environmentOf } from './environment.ts';

const CLOCK_INTERVAL = 5000;

/** Reports the present in epoch milliseconds every few seconds. */
export const watchClock = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { clock } = environmentOf(system);
  return clock.every(CLOCK_INTERVAL, () => sendBack({ type: 'clock.ticked', now: clock.now() }));
});

/** Reports when the browser is online again. */
export const watchOnline = fromCallback<EventObject, undefined>(({ sendBack, system }) =>
  environmentOf(system).device.onOnline(() => sendBack({ type: 'browser.online' })),
);
