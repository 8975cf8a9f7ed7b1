import { fromCallback, fromPromise } from 'xstate';
import { PATHS, routeOf } from '#domain/paths.ts';
import { appMachine } from '#machines/appMachine.ts';
import { moviesMachine, type Programme } from '#machines/moviesMachine.ts';
import { bindAuthDialog } from './bindAuthDialog.ts';
import { bindSession } from './bindSession.ts';
import { bindShell } from './bindShell.ts';
import { bindTheme } from './bindTheme.ts';
import type { Dependencies } from './dependencies.ts';
import { watchLocation } from './watchLocation.ts';

/** The root machine with every child bound to the world, once. */
export function bindApp(dependencies: Dependencies) {
  const { client, calls, history, chance, device } = dependencies;
  return appMachine.provide({
    actors: {
      session: bindSession(dependencies),
      authDialog: bindAuthDialog(dependencies),
      movies: moviesMachine.provide({
        actors: {
          watchSearch: fromCallback(({ sendBack }) => {
            const report = () => {
              const { pathname, search } = history.current();
              const text = routeOf(pathname) === PATHS.movies && new URLSearchParams(search).get('search');
              if (text) sendBack({ type: 'search.found', text });
            };
            report();
            return history.subscribe(report);
          }),
          loadMovies: fromPromise<Programme, undefined>(async () => {
            const movies = await client('listMovies', { loading: true });
            return { movies, startIndex: Math.floor(chance * movies.length) };
          }),
        },
      }),
      theme: bindTheme(dependencies),
      shell: bindShell(dependencies),
      watchCalls: fromCallback(({ sendBack }) => calls.subscribe((type) => sendBack({ type }))),
      watchLocation: watchLocation(dependencies),
    },
    actions: {
      scrollToTop: () => {
        device.scrollToTop();
      },
      focusContent: () => device.focusContent(),
    },
  });
}
