/** Has a page's browser refuse all that it may refuse: storage, channels, workers, sharing. Runs in the page, before any script of it. */
export function refuseEverything(): void {
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page is sent this function alone
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'caches', 'indexedDB', 'Notification']) {
    Object.defineProperty(window, name, { get: refuse });
  }
  for (const name of ['serviceWorker', 'clipboard', 'share', 'canShare', 'permissions', 'storage', 'locks']) {
    Object.defineProperty(Navigator.prototype, name, { get: refuse });
  }
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse });
}
