import type { StoredText } from '#machines/environment.ts';

/** A text under a key of local or session storage; where the browser refuses storage it lives as long as the page. */
export function createStoredText(window: Window, area: 'localStorage' | 'sessionStorage', key: string): StoredText {
  let fallback: string | undefined;
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(window[area]);
    } catch {
      return otherwise;
    }
  };

  return {
    read: () => attempt((storage) => storage.getItem(key), null) ?? fallback,
    write: (text) => {
      fallback = text;
      attempt((storage) => storage.setItem(key, text), undefined);
    },
    remove: () => {
      fallback = undefined;
      attempt((storage) => storage.removeItem(key), undefined);
    },
    subscribe: (listener) => {
      const listen = (event: StorageEvent) => {
        if (event.key === key || event.key === null) {
          fallback = undefined;
          listener();
        }
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}
