import { fromCallback, type EventObject } from 'xstate';
import { dependenciesOf } from './dependenciesOf.ts';

/** Tells when the browser is online again. */
export const watchOnline = fromCallback<EventObject, undefined>(({ sendBack, system }) =>
  dependenciesOf(system).device.onOnline(() => sendBack({ type: 'browser.online' })),
);
