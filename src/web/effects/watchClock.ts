import { fromCallback, type EventObject } from 'xstate';
import { dependenciesOf } from './dependenciesOf.ts';

const CLOCK_INTERVAL = 5000;

/** Reports the present in epoch milliseconds every few seconds. */
export const watchClock = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { now } = dependenciesOf(system);
  const interval = setInterval(() => sendBack({ type: 'clock.ticked', now: now() }), CLOCK_INTERVAL);
  return () => clearInterval(interval);
});
