import type { StoredText } from '#machines/environment.ts';

/** A text in memory, in place of the storage of a tab. */
export function storedText(): StoredText {
  let stored: string | undefined;
  return {
    read: () => stored,
    write: (text) => {
      stored = text;
    },
    remove: () => {
      stored = undefined;
    },
    subscribe: () => () => undefined,
  };
}
