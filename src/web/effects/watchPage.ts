import { fromCallback, type EventObject } from 'xstate';
import type { Dependencies } from './dependencies.ts';

/** Reports the title of each page gone to; of the page that the visitor arrived at the browser itself tells. */
export function watchPage({ window, history }: Dependencies) {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    const { document } = window;
    const { title: titleBetweenPages } = document;
    let told = history.current().pathname;

    const observer = new MutationObserver(() => {
      const { pathname } = history.current();
      const { title } = document;
      if (pathname === told || title === titleBetweenPages) return;
      told = pathname;
      sendBack({ type: 'page.changed', title });
    });
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  });
}
