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
 * For a Radix dialog without a trigger: scrolls the focused element into view, also when the dialog grows, and returns the focus to the
 * previously focused element when the dialog closes, unless the path has changed.
 */
export function useDialogFocus() {
  const opened = useRef<{ readonly from: Element | null; readonly path: string; readonly growth: ResizeObserver }>(
    null,
  );

  return {
    // Radix moves the focus without scrolling. A pointer focus must not scroll, or the click would miss.
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) scrollIntoView(target);
    },
    onOpenAutoFocus: ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      // It reports the first size once Radix has moved the focus.
      const growth = new ResizeObserver(() => scrollIntoView(target.querySelector(':focus')));
      growth.observe(target);
      opened.current = { from: document.activeElement, path: window.location.pathname, growth };
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const { from, path, growth } = opened.current ?? {};
      growth?.disconnect();
      if (from instanceof HTMLElement && path === window.location.pathname) from.focus();
    },
  };
}

function scrollIntoView(element: Element | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
