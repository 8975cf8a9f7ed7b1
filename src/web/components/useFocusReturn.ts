import { useRef } from 'react';

/** For a dialog without a trigger of its own: hands the focus back to where it came from when the dialog closes. */
export function useFocusReturn() {
  const cameFrom = useRef<Element>(null);

  return {
    onOpenAutoFocus: () => {
      cameFrom.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    },
  };
}
