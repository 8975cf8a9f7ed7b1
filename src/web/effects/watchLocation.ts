import { fromCallback, type EventObject } from 'xstate';
import { pageTitle } from '#domain/paths.ts';
import type { Dependencies } from './dependencies.ts';

/** Reports every address; and of each other page that is gone to what it is called, and whether that was by Back or Forward. */
export function watchLocation({ history }: Dependencies) {
  return fromCallback<EventObject, undefined>(({ sendBack }) => {
    let { pathname } = history.current();
    sendBack({ type: 'location.changed', pathname });

    return history.subscribe((navigation) => {
      const before = pathname;
      ({ pathname } = history.current());
      if (pathname !== before) {
        const type = navigation === 'traverse' ? 'page.returnedTo' : 'page.opened';
        sendBack({ type, title: pageTitle(pathname) });
      }
      sendBack({ type: 'location.changed', pathname });
    });
  });
}
