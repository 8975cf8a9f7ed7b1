import { waitFor, within } from '@testing-library/react';
import { vi } from 'vitest';

/** The inspector's element, which queries of the document do not reach: it is in a shadow root. */
export function inspectorElement(): HTMLElement {
  const root = document.querySelector<HTMLElement>('[data-inspector]')?.shadowRoot;
  const element = root?.querySelector('div');
  if (element === undefined || element === null) throw new Error('The inspector is not open');
  return element;
}

/** Waits until the panel is loaded, however long a busy machine takes to transform it, and open. */
export async function openedInspector(): Promise<HTMLElement> {
  await vi.dynamicImportSettled();
  return waitFor(inspectorElement);
}

/** Queries within the inspector. */
export function inspector() {
  return within(inspectorElement());
}
