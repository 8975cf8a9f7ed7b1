import { StrictMode, type ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { InspectorPanel } from './InspectorPanel.tsx';
import { holdFocus } from './holdFocus.ts';
import { standApart } from './standApart.ts';
import { takeDrops } from './takeDrops.ts';

/** Draws the panel beside the product. */
export function openPanel({ document }: Window, panel: ComponentProps<typeof InspectorPanel>): void {
  const host = document.createElement('div');
  // The product's dialogs hide what lies beside them from assistive technology, live regions excepted.
  host.setAttribute('aria-live', 'off');
  document.body.append(host);
  // Nobody is in a product that is only drawn.
  if (panel.controls !== undefined) holdFocus(host);
  standApart(host, () => host.querySelector('[data-home]'));
  takeDrops(host, (file) => panel.inspector.send({ type: 'recording.open', file }));
  createRoot(host, { identifierPrefix: 'inspector-' }).render(
    <StrictMode>
      <InspectorPanel {...panel} />
    </StrictMode>,
  );
}
