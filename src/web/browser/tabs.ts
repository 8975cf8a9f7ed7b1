/** Notifies the other tabs of this browser that the account has changed. */
export interface Tabs {
  readonly notify: () => void;
  /** Calls the listener when another tab notifies; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Connects the tabs by a broadcast channel. A tab opens only one, because a second one would receive the tab's own messages. */
export function createTabs(name: string): Tabs {
  let channel: BroadcastChannel | undefined;

  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    notify: () => channel?.postMessage('changed'),
    subscribe: (listener) => {
      const opened = openChannel(name);
      opened?.addEventListener('message', listener);
      channel = opened;
      return () => {
        opened?.close();
        // A closed channel throws when it is used.
        channel = undefined;
      };
    },
  };
}

/** Undefined when the browser refuses: Firefox throws when site data is blocked. The tabs then do not notify each other. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
