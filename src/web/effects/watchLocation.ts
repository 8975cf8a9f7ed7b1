import { fromCallback, type EventObject } from 'xstate';
import { pageTitle } from '#domain/paths.ts';
import { dependenciesOf } from './dependenciesOf.ts';

/** Reports every address; and of each other page that is gone to what it is called, and whether that was by Back or Forward. */
export const watchLocation = fromCallback<EventObject, undefined>(({ sendBack, system }) => {
  const { history } = dependenciesOf(system);
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
