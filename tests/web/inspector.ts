import { waitFor, within } from '@testing-library/react';

/** The inspector's element, which queries of the document do not reach: it is in a shadow root. */
export function inspectorElement(): HTMLElement {
  const root = document.querySelector<HTMLElement>('[data-inspector]')?.shadowRoot;
  const element = root?.querySelector('div');
  if (element === undefined || element === null) throw new Error('The inspector is not open');
  return element;
}

/** Waits until the panel is loaded. */
export function openedInspector(): Promise<HTMLElement> {
  return waitFor(inspectorElement);
}

/** Queries within the inspector. */
export function inspector() {
  return within(inspectorElement());
}
