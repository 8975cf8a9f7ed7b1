import { fromCallback, type EventObject } from 'xstate';
import { pageTitle } from '#domain/paths.ts';
import type { Dependencies } from './dependencies.ts';

/** Reports the title of each page gone to; of the page that the visitor arrived at the browser itself tells. */
export function watchPage({ history }: Pick<Dependencies, 'history'>) {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    let told = history.current().pathname;

    return history.subscribe(() => {
      const { pathname } = history.current();
      if (pathname === told) return;
      told = pathname;
      sendBack({ type: 'page.changed', title: pageTitle(pathname) });
    });
  });
}
