import { useRef } from 'react';

/** For a dialog without a trigger of its own: hands the focus back to where it came from, unless that page was left. */
export function useFocusReturn() {
  const cameFrom = useRef<{ readonly element: Element | null; readonly path: string }>(null);

  return {
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
