import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor, type InspectionEvent } from 'xstate';
import type { Place } from '../../recording/recording.ts';
import { recordVisit } from '../../recording/recordVisit.ts';
import { bindInspector } from './bindInspector.ts';
import { createRecorder } from './createRecorder.ts';
import { InspectorPanel } from './InspectorPanel.tsx';
import { standApart } from './standApart.ts';

/** Opens the inspector beside the product; gives the function to be handed to every actor as `inspect`. */
export function startInspector(window: Window): (event: InspectionEvent) => void {
  const now = () => window.performance.now();
  const recorder = createRecorder(now);
  const visit = recordVisit({ now, present: Date.now, place: () => placeIn(window), build: buildIn(window.document) });
  const inspector = createActor(bindInspector(window, recorder, visit)).start();
  const host = window.document.createElement('div');
  // The product's dialogs hide what lies beside them from assistive technology, live regions excepted.
  host.setAttribute('aria-live', 'off');
  window.document.body.append(host);
  standApart(host, () => host.querySelector('[data-home]'));
  createRoot(host, { identifierPrefix: 'inspector-' }).render(
    <StrictMode>
      <InspectorPanel inspector={inspector} machineOf={recorder.machineOf} />
    </StrictMode>,
  );
  return (event) => {
    visit.inspect(event);
    recorder.inspect(event);
  };
}

function placeIn({ location: { pathname, search }, history }: Window): Place {
  const entry: unknown = history.state;
  return {
    pathname,
    search,
    state: typeof entry === 'object' && entry !== null && 'state' in entry ? entry.state : undefined,
  };
}

/** What the build's first script is called, which is named by its content. */
function buildIn(document: Document): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return script?.src.split('/').at(-1) ?? 'unknown';
}
