import { useRef, type FocusEvent } from 'react';

/** For a dialog without a trigger of its own: the focus is brought into sight, and goes back to where it came from unless that page was left. */
export function useDialogFocus() {
  const cameFrom = useRef<{ readonly element: Element | null; readonly path: string }>(null);

  return {
    // Radix moves the focus round the dialog without a scroll. Under a pointer nothing may move: its click would miss.
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
