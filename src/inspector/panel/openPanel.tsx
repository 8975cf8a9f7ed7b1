import { StrictMode, type ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { InspectorPanel } from './InspectorPanel.tsx';

const POINTER_AND_FOCUS = [
  'pointerdown',
  'pointerup',
  'mousedown',
  'click',
  'wheel',
  'touchstart',
  'touchmove',
  'focusin',
] as const;

/** Renders the panel into its own element at the end of the body. */
export function openPanel({ document }: Window, panel: ComponentProps<typeof InspectorPanel>): void {
  const host = document.createElement('div');
  // A modal dialog of the app hides all other elements from assistive technology, except live regions.
  host.setAttribute('aria-live', 'off');
  document.body.append(host);
  isolateFromDialogs(host);
  host.addEventListener('dragover', (event) => event.preventDefault());
  host.addEventListener('drop', (event) => {
    // Without this the browser navigates to the dropped file.
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) panel.inspector.send({ type: 'recording.open', file });
  });
  createRoot(host, { identifierPrefix: 'inspector-' }).render(
    <StrictMode>
      <ErrorBoundary part="The inspector">
        <InspectorPanel {...panel} />
      </ErrorBoundary>
    </StrictMode>,
  );
}

/**
 * Makes the panel usable while a modal dialog of the app is open. The dialog does not receive events of the panel, so it neither
 * closes nor takes the focus back. F6 moves the focus to the panel and back.
 */
function isolateFromDialogs(host: HTMLElement): void {
  const { ownerDocument: document } = host;
  let cameFrom: Element | null = null;

  for (const type of POINTER_AND_FOCUS) host.addEventListener(type, (event) => event.stopPropagation());
  document.documentElement.addEventListener('focusout', (event) => {
    if (event.relatedTarget instanceof Node && host.contains(event.relatedTarget)) event.stopPropagation();
  });
  document.defaultView?.addEventListener(
    'keydown',
    (event) => {
      const isWithin = event.target instanceof Node && host.contains(event.target);
      if (isWithin && event.key === 'Escape') event.stopImmediatePropagation();
      if (event.key !== 'F6') return;
      event.preventDefault();
      if (isWithin && cameFrom instanceof HTMLElement) return cameFrom.focus();
      cameFrom = document.activeElement;
      host.querySelector<HTMLElement>('[data-home]')?.focus();
    },
    true,
  );
}
