import type { CallNews, Calls } from './world.ts';

/** Passes on what is told of calls to whoever listens. */
export function createCalls(): Calls {
  const listeners = new Set<(news: CallNews) => void>();
  return {
    tell: (news) => listeners.forEach((listener) => listener(news)),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
