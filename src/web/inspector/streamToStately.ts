import type { InspectedActor } from '#machines/inspectorMachine.ts';
import type { Recorder } from './createRecorder.ts';
import { actorEvent, stepEvents } from './statelyEvents.ts';

const WINDOW_NAME = 'xstateinspector';
const DEFERRED_EVENTS = 2000;

/**
 * Opens the Stately inspector in a window of its own and posts the running actors and every step to it,
 * as recorded: without passwords and tokens. Gives a function that ends it.
 */
export function streamToStately(window: Window, recorder: Recorder, onBroken: () => void): () => void {
  // Opened within the click: a browser blocks a window that is opened later.
  if (window.open('', WINDOW_NAME) === null) {
    queueMicrotask(onBroken);
    return () => undefined;
  }
  const ending = new AbortController();
  post(window, recorder, ending.signal).catch(onBroken);
  return () => ending.abort();
}

async function post(window: Window, recorder: Recorder, ending: AbortSignal): Promise<void> {
  const { createBrowserInspector } = await import('@statelyai/inspect');
  if (ending.aborted) return;
  const { adapter } = createBrowserInspector({ window, maxDeferredEvents: DEFERRED_EVENTS });
  const introduced = new Set<number>();
  const introduce = (actor: InspectedActor) => {
    if (introduced.has(actor.id)) return;
    introduced.add(actor.id);
    adapter.send(actorEvent(actor, recorder.machineOf(actor.id)));
  };
  recorder.running().forEach(introduce);
  const unsubscribe = recorder.subscribe((steps) => {
    for (const step of steps) {
      introduce(step.actor);
      for (const event of stepEvents(step)) adapter.send(event);
    }
  });
  ending.addEventListener('abort', () => {
    unsubscribe();
    adapter.stop();
  });
}
