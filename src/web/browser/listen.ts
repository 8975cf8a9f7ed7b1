/** Listens to an event. Returns a function that ends it. */
export function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener, { passive: true });
  return () => target.removeEventListener(type, listener);
}
