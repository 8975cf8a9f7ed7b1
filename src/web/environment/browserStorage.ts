import type { StoredText } from '#machines/environment.ts';

/**
 * A text under a key of local or session storage. A text that the browser refuses to store, because storage is full or blocked,
 * lives as long as the page; `onRefused` is called then.
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
    // A full storage keeps the previous text, which the refused one replaces.
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
