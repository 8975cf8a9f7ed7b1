import type { StoredText } from '#machines/environment.ts';

/**
 * A text under a key of local or session storage. If the browser refuses a write, because storage is full or blocked, the text is
 * kept in memory until the page unloads, and `onRefused` is called.
 */
export function createStoredText(
  window: Window,
  area: 'localStorage' | 'sessionStorage',
  key: string,
  onRefused: () => void = () => undefined,
): StoredText {
  let refused: string | undefined;
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(window[area]);
    } catch {
      return otherwise;
    }
  };

  return {
    // After a refused write, the storage still holds the previous text, so the text in memory comes first.
    read: () => refused ?? attempt((storage) => storage.getItem(key), null) ?? undefined,
    write: (text) => {
      const isStored = attempt((storage) => {
        storage.setItem(key, text);
        return true;
      }, false);
      refused = isStored ? undefined : text;
      if (!isStored) onRefused();
    },
    remove: () => {
      refused = undefined;
      attempt((storage) => storage.removeItem(key), undefined);
    },
    subscribe: (listener) => {
      const listen = (event: StorageEvent) => {
        if (event.key === key || event.key === null) {
          refused = undefined;
          listener();
        }
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}
