import type { InspectionEvent } from 'xstate';
import { startedActors } from '../../inspector/recording/actors.ts';
import { harmless } from '../../inspector/recording/harmless.ts';
import { asObject, createPlainData, SECRET, withoutSecrets } from '../../inspector/recording/plainData.ts';

/** Maximum number of messages that are queued until Stately's window is open. */
const WAITING_MESSAGES = 2000;

/** Connects Stately's own inspector, without secrets. Its window opens at once; if the browser blocks it, a click must call `open`. */
export async function startStately(window: Window) {
  const { createBrowserInspector } = await import('@statelyai/inspect');
  const plain = createPlainData(withoutSecrets(SECRET));
  const { inspect, start } = createBrowserInspector({
    window,
    maxDeferredEvents: WAITING_MESSAGES,
    serialize: (event) => ({ ...event, ...asObject(plain(event)) }),
  });
  return { inspect: harmless(startedActors((event: InspectionEvent) => inspect.next?.(event))), open: start };
}
