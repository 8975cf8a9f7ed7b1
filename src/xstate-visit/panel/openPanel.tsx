import { StrictMode, type ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { addStyles } from './addStyles.ts';
import panelStyles from './panel.css?inline';
import roomStyles from './room.css?inline';
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

/**
 * Renders the panel into a shadow root at the end of the body, so that neither the app's styles nor the panel's reach the other.
 * @returns the function that closes the panel
 */
export function openPanel({ document }: Window, panel: ComponentProps<typeof InspectorPanel>): () => void {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const container = document.createElement('div');
  root.append(container);
  addStyles(root, panelStyles);
  const removeRoom = addStyles(document, roomStyles);
  panel.inspector.subscribe((snapshot) => {
    const focused = root.activeElement;
    if (focused !== null) requestAnimationFrame(() => keepFocus(root, focused));
    host.dataset['inspector'] = snapshot.matches({ panel: 'open' }) ? 'open' : 'minimised';
  });
  panel.inspector.start();
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
  const view = createRoot(container, { identifierPrefix: 'inspector-' });
  view.render(
    <StrictMode>
      <ErrorBoundary part="The inspector">
        <InspectorPanel {...panel} />
      </ErrorBoundary>
    </StrictMode>,
  );
  return () => {
    view.unmount();
    host.remove();
    removeRoom();
  };
}

/** Moves the focus to the panel's heading if the focused element has been removed, such as the button Minimise. */
function keepFocus(root: ShadowRoot, focused: Element): void {
  // Focus that left an element which is still there was moved on purpose, such as by F6.
  if (!focused.isConnected && root.ownerDocument.activeElement === root.ownerDocument.body) focusHome(root);
}

function focusHome(root: ShadowRoot | null): void {
  root?.querySelector<HTMLElement>('[data-home]')?.focus();
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
      const { activeElement: from } = document;
      if (!isWithin) {
        cameFrom = from;
        focusHome(host.shadowRoot);
      } else if (cameFrom instanceof HTMLElement && cameFrom !== document.body) cameFrom.focus();
      else if (from instanceof HTMLElement) from.blur();
    },
    true,
  );
}
