const POINTED = [
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
 * Lets a part of the page be used while a modal dialog of the product stands open, and the dialog stay as it is:
 * what happens within stays within, and going there is no leaving of the dialog. F6 goes there and back.
 */
export function standApart(host: HTMLElement, home: () => HTMLElement | null): void {
  const { ownerDocument: document } = host;
  let cameFrom: Element | null = null;

  for (const type of POINTED) host.addEventListener(type, (event) => event.stopPropagation());
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
      home()?.focus();
    },
    true,
  );
}
