import { fromCallback, type EventObject } from 'xstate';
import type { Dependencies } from './dependencies.ts';

/** Milliseconds in which a tab that is shown again and again is told of once. */
const PAUSE = 5000;

/** Tells when this tab is shown again, and when another one has changed something of the account. */
export function watchTabs({ window, tabs, now }: Pick<Dependencies, 'window' | 'tabs' | 'now'>) {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    const { document } = window;
    let toldAt = now();

    const notice = () => {
      if (document.hidden || now() - toldAt < PAUSE) return;
      toldAt = now();
      sendBack({ type: 'tab.shown' });
    };
    document.addEventListener('visibilitychange', notice);
    const unsubscribe = tabs.subscribe(() => sendBack({ type: 'account.changed' }));
    return () => {
      document.removeEventListener('visibilitychange', notice);
      unsubscribe();
    };
  });
}
