import { fromCallback, type EventObject } from 'xstate';

/** A watcher that sends no events. The test sends them itself. */
export function idleCallback<Input>() {
  return fromCallback<EventObject, Input>(() => undefined);
}
