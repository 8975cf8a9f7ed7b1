import { fromCallback, fromPromise } from 'xstate';
import { appMachine } from '#machines/appMachine.ts';
import { moviesMachine } from '#machines/moviesMachine.ts';
import { bindAuthDialog } from './bindAuthDialog.ts';
import { bindSession } from './bindSession.ts';
import { bindShell } from './bindShell.ts';
import { bindTheme } from './bindTheme.ts';
import type { Dependencies } from './dependencies.ts';
import { focusContent } from './keepFocus.ts';
import { watchLocation } from './watchLocation.ts';

/** The root machine with every child bound to the world, once. */
export function bindApp(dependencies: Dependencies) {
  const { client, calls, window } = dependencies;
  return appMachine.provide({
    actors: {
      session: bindSession(dependencies),
      authDialog: bindAuthDialog(dependencies),
      movies: moviesMachine.provide({
        actors: { loadMovies: fromPromise(() => client('listMovies', { loading: true })) },
      }),
      theme: bindTheme(dependencies),
      shell: bindShell(dependencies),
      watchCalls: fromCallback(({ sendBack }) => calls.subscribe((type) => sendBack({ type }))),
      watchLocation: watchLocation(dependencies),
    },
    actions: {
      scrollToTop: () => {
        window.document.documentElement.scrollTop = 0;
      },
      focusContent: () => focusContent(window.document),
    },
  });
}
