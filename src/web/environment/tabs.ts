/** The other tabs of this browser: each can say that something of the account has changed. */
export interface Tabs {
  readonly notify: () => void;
  /** Calls when another tab has said so; returns unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The tabs of this browser, by a channel of this name: one a tab, since a channel does not hear itself. */
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

/** Undefined where the browser refuses: with site data blocked, Firefox throws. Each tab is then alone. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
