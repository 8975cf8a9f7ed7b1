import { useCallback, useImperativeHandle, useRef, type RefCallback } from 'react';

declare global {
  interface Window {
    /** Not in every browser. */
    readonly CloseWatcher?: new () => EventTarget & { readonly destroy: () => void };
  }
}

/** Closes each open dialog, drawer or menu. The last one is on top. */
const layers: (() => void)[] = [];
let stopWatching: (() => void) | undefined;

/**
 * Lets the Back of Android close a dialog, drawer or menu instead of leaving the page. Returns the ref of its element.
 * @param close Asks for the same as Escape, and may be refused.
 */
export function useCloseByBack(close: () => void): RefCallback<HTMLElement> {
  const latest = useRef<() => void>(null);
  useImperativeHandle(latest, () => close, [close]);

  return useCallback(() => {
    const layer = () => latest.current?.();
    layers.push(layer);
    stopWatching ??= watchBack();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length > 0) return;
      stopWatching?.();
      stopWatching = undefined;
    };
  }, []);
}

/**
 * One watcher for all layers: browsers close several that a page has created without a click by one Back. A watcher works only once, so
 * another follows it while a layer is open.
 */
function watchBack(): (() => void) | undefined {
  const { CloseWatcher } = window;
  if (CloseWatcher === undefined) return undefined;
  const watcher = new CloseWatcher();
  watcher.addEventListener('close', () => {
    layers.at(-1)?.();
    stopWatching?.();
    stopWatching = layers.length > 0 ? watchBack() : undefined;
  });
  window.addEventListener('keydown', keepEscape);
  return () => {
    watcher.destroy();
    window.removeEventListener('keydown', keepEscape);
  };
}

/** Keeps Escape from the watcher, because Radix closes the layer by it, or a toast above the layer. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.preventDefault();
}
