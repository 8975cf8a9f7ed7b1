import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor, type InspectionEvent } from 'xstate';
import { bindInspector } from './bindInspector.ts';
import { createRecorder } from './createRecorder.ts';
import { InspectorPanel } from './InspectorPanel.tsx';
import { standApart } from './standApart.ts';

/** Opens the inspector beside the product; gives the function to be handed to every actor as `inspect`. */
export function startInspector(window: Window): (event: InspectionEvent) => void {
  const recorder = createRecorder(() => window.performance.now());
  const inspector = createActor(bindInspector(window, recorder)).start();
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
  return recorder.inspect;
}
