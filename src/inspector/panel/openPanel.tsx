import { StrictMode, type ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
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

/** Renders the panel beside the product. */
export function openPanel({ document }: Window, panel: ComponentProps<typeof InspectorPanel>): void {
  const host = document.createElement('div');
  // A modal dialog of the product hides what lies beside it from assistive technology, live regions excepted.
  host.setAttribute('aria-live', 'off');
  document.body.append(host);
  standApart(host);
  host.addEventListener('dragover', (event) => event.preventDefault());
  host.addEventListener('drop', (event) => {
    // The browser would leave the page for the file.
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) panel.inspector.send({ type: 'recording.open', file });
  });
  createRoot(host, { identifierPrefix: 'inspector-' }).render(
    <StrictMode>
      <InspectorPanel {...panel} />
    </StrictMode>,
  );
}

/**
 * Lets the panel be used while a modal dialog of the product stands open, and the dialog stay as it is: what happens within stays
 * within, and going there is no leaving of the dialog. F6 goes there and back.
 */
function standApart(host: HTMLElement): void {
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
