import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { addStyles } from './addStyles.ts';
import panelStyles from './panel.css?inline';
import roomStyles from './room.css?inline';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { inspectorMachine, type PanelEnvironment } from './inspectorMachine.ts';
import { InspectorPanel, type PanelButton } from './InspectorPanel.tsx';
import { openPanelWindow } from './panelWindow.ts';

export interface PanelOptions {
  readonly environment: Omit<PanelEnvironment, 'openWindow'>;
  readonly button?: PanelButton | undefined;
  /** Whether the panel starts minimised to a button. */
  readonly isMinimised?: boolean;
}

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
 * Renders the panel into a shadow root at the end of the body. The shadow root separates the styles of the app and of the panel.
 * @returns the function that closes the panel
 */
export function openPanel(window: Window, { environment, button, isMinimised = false }: PanelOptions): () => void {
  const { document } = window;
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const container = document.createElement('div');
  root.append(container);
  addStyles(root, panelStyles);
  const removeRoom = addStyles(document, roomStyles);
  const focusPanel = () => focusHome(root);
  const panelWindow = (onClosed: () => void) => openPanelWindow(window, host, { onClosed, onMoved: focusPanel });
  const inspector = createActor(inspectorMachine, { input: { ...environment, openWindow: panelWindow } });
  inspector.subscribe((snapshot) => {
    const focused = root.activeElement;
    // A page that a window covers renders no frames.
    const { defaultView } = host.ownerDocument;
    if (focused !== null) defaultView?.requestAnimationFrame(() => keepFocus(root, focused));
    const { panel } = snapshot.value;
    host.dataset['inspector'] = typeof panel === 'string' ? panel : 'open';
  });
  inspector.start();
  if (isMinimised) inspector.send({ type: 'panel.minimise' });
  // A modal dialog of the app hides all other elements from assistive technology, except live regions.
  host.setAttribute('aria-live', 'off');
  document.body.append(host);
  const listening = new AbortController();
  isolateFromDialogs(host, listening);
  host.addEventListener('dragover', (event) => event.preventDefault());
  host.addEventListener('drop', (event) => {
    // Otherwise the browser navigates to the dropped file.
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) inspector.send({ type: 'recording.open', file });
  });
  const view = createRoot(container, { identifierPrefix: 'inspector-' });
  view.render(
    <StrictMode>
      <ErrorBoundary part="The inspector">
        <InspectorPanel inspector={inspector} button={button} />
      </ErrorBoundary>
    </StrictMode>,
  );
  return () => {
    listening.abort();
    inspector.stop();
    view.unmount();
    host.remove();
    removeRoom();
  };
}

/** Moves the focus to the panel's heading if a render has removed the focused element, such as the button Minimise. */
function keepFocus(root: ShadowRoot, focused: Element): void {
  // If the element is still in the document, the user has moved the focus, for example with F6.
  if (!focused.isConnected && root.ownerDocument.activeElement === root.ownerDocument.body) focusHome(root);
}

function focusHome(root: ShadowRoot | null): void {
  root?.querySelector<HTMLElement>('[data-home]')?.focus();
}

/**
 * Makes the panel usable while a modal dialog of the app is open. The dialog does not receive events of the panel, so it neither
 * closes nor takes the focus back. F6 moves the focus to the panel and back.
 */
function isolateFromDialogs(host: HTMLElement, { signal }: AbortController): void {
  const { ownerDocument: document } = host;
  let cameFrom: Element | null = null;

  for (const type of POINTER_AND_FOCUS) host.addEventListener(type, (event) => event.stopPropagation());
  document.documentElement.addEventListener(
    'focusout',
    (event) => {
      if (event.relatedTarget instanceof Node && host.contains(event.relatedTarget)) event.stopPropagation();
    },
    { signal },
  );
  document.defaultView?.addEventListener(
    'keydown',
    (event) => {
      const isWithin = event.target instanceof Node && host.contains(event.target);
      if (isWithin && event.key === 'Escape') {
        event.stopImmediatePropagation();
        // Otherwise a CloseWatcher of the app would close its dialog.
        event.preventDefault();
      }
      if (event.key !== 'F6') return;
      event.preventDefault();
      const { activeElement: from } = document;
      if (!isWithin) {
        cameFrom = from;
        focusHome(host.shadowRoot);
      } else if (cameFrom instanceof HTMLElement && cameFrom !== document.body) cameFrom.focus();
      else if (from instanceof HTMLElement) from.blur();
    },
    { capture: true, signal },
  );
}
