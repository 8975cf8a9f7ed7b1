import { base } from '#messages/language.ts';
import { keptForYou, watchWithFriends } from '#messages/sharing.ts';
import type { SharedLink } from '#machines/events.ts';
import type { Device, ShareResult } from '#machines/environment.ts';
import { listen } from './listen.ts';
import { focusContent, retainFocus } from './retainFocus.ts';
import { showTheme } from './showTheme.ts';
import { createTabs } from './tabs.ts';

/** Implements the machines' device interface with the browser's window. */
export function createBrowserDevice(window: Window): Device {
  const { document } = window;
  const tabs = createTabs('nobar-now.account');
  return {
    isHidden: () => document.hidden,
    onVisibilityChange: (listener) => listen(document, 'visibilitychange', listener),
    onOnline: (listener) => listen(window, 'online', listener),
    onScroll: (listener) => {
      const report = () => listener(window.scrollY);
      report();
      return listen(window, 'scroll', report);
    },
    onOtherTab: tabs.subscribe,
    notifyTabs: tabs.notify,
    retainFocus: () => retainFocus(window),
    focusContent: () => focusContent(document),
    reload: () => window.location.reload(),
    scrollToTop: () => {
      document.documentElement.scrollTop = 0;
    },
    reveal: (id) => {
      window.requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView({ block: 'nearest' }));
    },
    takeOverDocument: () => takeOverDocument(window),
    showTheme: (theme) => showTheme(document, theme),
    canPrint: () => typeof window.print === 'function',
    print: () => window.print(),
    urlOf: (link) => urlOf(window, link),
    shareLink: (link) => shareLink(window, link),
  };
}

/**
 * Takes over from the inline script of index.html: stops its error reporting, removes its overlay, and clicks the buttons that were
 * pressed before the product ran.
 */
function takeOverDocument(window: Window): void {
  window.dispatchEvent(new Event('product.started'));
  // The product's own overlay is rendered in the next frame.
  window.requestAnimationFrame(() => delete window.document.documentElement.dataset['covered']);
  const pressed: unknown = Reflect.get(window, 'heldButtons');
  if (!Array.isArray(pressed)) return;
  Reflect.deleteProperty(window, 'heldButtons');
  for (const button of pressed) if (button instanceof HTMLElement && button.isConnected) button.click();
}

function urlOf({ location }: Window, { path }: SharedLink): string {
  return location.origin + base + path;
}

/** Opens the device's share sheet. If there is none, or it fails, copies the link to the clipboard. */
async function shareLink(window: Window, link: SharedLink): Promise<ShareResult> {
  const { navigator } = window;
  const url = urlOf(window, link);
  const title = (link.kind === 'kept' ? keptForYou : watchWithFriends)(link.screening);
  if ('share' in navigator) {
    try {
      await navigator.share({ title, url });
      return { outcome: 'shared' };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return { outcome: 'closed' };
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    return { outcome: 'copied' };
  } catch {
    // The clipboard needs a permission and a page served over TLS.
    return { outcome: 'refused' };
  }
}
