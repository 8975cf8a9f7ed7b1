import { createActor, type InspectionEvent } from 'xstate';
import type { Place } from '../../recording/recording.ts';
import { recordVisit } from '../../recording/recordVisit.ts';
import { bindInspector } from './bindInspector.ts';
import { createRecorder } from './createRecorder.ts';
import { openPanel } from './openPanel.tsx';
import { asksForReplay, keptRecording } from './savedRecording.ts';

/**
 * Opens the inspector beside the product; gives the function to be handed to every actor as `inspect`.
 * Where a replay is asked for, that takes the place of the product, which never begins.
 */
export async function startInspector(window: Window): Promise<(event: InspectionEvent) => void> {
  const refusal = asksForReplay(window.location) ? await replay(window) : undefined;
  const now = () => window.performance.now();
  const recorder = createRecorder(now);
  const visit = recordVisit({ now, present: Date.now, place: () => placeIn(window), build: buildIn(window.document) });
  const inspector = createActor(bindInspector(window, recorder, visit)).start();
  if (refusal !== undefined) inspector.send({ type: 'recording.open', file: { text: () => Promise.reject(refusal) } });
  openPanel(window, { inspector, machineOf: recorder.machineOf });
  return (event) => {
    visit.inspect(event);
    recorder.inspect(event);
  };
}

/** Replays the recording that the tab keeps, and never ends then; else gives why that cannot be. */
async function replay(window: Window): Promise<Error> {
  const { startReplay } = await import('./startReplay.tsx');
  try {
    await startReplay(window, keptRecording(window));
  } catch (error) {
    return error instanceof Error ? error : new Error('The recording cannot be replayed');
  }
  return new Promise(() => undefined);
}

function placeIn({ location: { pathname, search }, history }: Window): Place {
  const entry: unknown = history.state;
  // The router keeps under this name what is handed over with an address.
  const state = typeof entry === 'object' && entry !== null && 'usr' in entry ? entry.usr : undefined;
  return { pathname, search, state };
}

/** What the build's first script is called, which is named by its content. */
function buildIn(document: Document): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.src.split('/').at(-1) ?? 'unknown';
}
