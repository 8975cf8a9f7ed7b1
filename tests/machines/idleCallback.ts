import { fromCallback, type EventObject } from 'xstate';

/** A watcher to whom nothing happens: the test sends its events itself. */
export function idleCallback<Input>() {
  return fromCallback<EventObject, Input>(() => undefined);
}
