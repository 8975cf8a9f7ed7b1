import type { Device } from '#machines/environment.ts';
import type { Theme } from '#machines/themeMachine.ts';
import { focusContent, retainFocus } from './retainFocus.ts';
import { saveFile } from './saveFile.ts';
import { shareLink } from './shareLink.ts';
import { takeOverDocument } from './takeOverDocument.ts';
import { createTabs } from './tabs.ts';

const THEME_COLOUR: Record<Theme, string> = { dark: '#000000', light: '#f2f1ee' };

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
    showTheme: (theme) => {
      document.documentElement.dataset['theme'] = theme;
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', THEME_COLOUR[theme]);
    },
    // The browsers in some apps cannot print.
    print: () => window.print?.(),
    shareLink: (link) => shareLink(window, link),
    saveFile: (file) => saveFile(document, file),
  };
}

function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener, { passive: true });
  return () => target.removeEventListener(type, listener);
}
