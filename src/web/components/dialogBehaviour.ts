import { useRef, type FocusEvent } from 'react';

/** Marks an element that the product renders outside of #root. */
export const ownBackdrop = { 'data-backdrop': '' };

/**
 * Keeps a dialog or menu open when the visitor presses or focuses an element that a browser extension added. Radix would close it on
 * any press or focus outside.
 */
export function ignoreForeign(event: Event): void {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const isOwn = target.closest('#root, [data-backdrop]') !== null;
  // The target of a press outside of #root's content is <html> or <body>.
  const isPage = target.matches('html, body');
  if (!isOwn && !isPage) event.preventDefault();
}

/**
 * For a Radix dialog without a trigger: scrolls the focused element into view, and returns the focus to the previously focused element
 * when the dialog closes, unless the path has changed.
 */
export function useDialogFocus() {
  const cameFrom = useRef<{ readonly element: Element | null; readonly path: string }>(null);

  return {
    // Radix wraps the focus around the dialog without scrolling. A pointer focus must not scroll, or the click would miss.
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' });
    },
    onOpenAutoFocus: () => {
      cameFrom.current = { element: document.activeElement, path: window.location.pathname };
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { element, path } = cameFrom.current ?? {};
      if (element instanceof HTMLElement && path === window.location.pathname) element.focus();
    },
  };
}
