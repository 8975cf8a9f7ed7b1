import { fromCallback, fromPromise } from 'xstate';
import { isOwnPath, PATHS, routeOf } from '#domain/paths.ts';
import { appMachine } from '#machines/appMachine.ts';
import { moviesMachine, type Programme } from '#machines/moviesMachine.ts';
import { boundAuthDialog } from './boundAuthDialog.ts';
import { boundSession } from './boundSession.ts';
import { boundShell } from './boundShell.ts';
import { boundTheme } from './boundTheme.ts';
import { dependenciesOf } from './dependenciesOf.ts';
import { watchLocation } from './watchLocation.ts';

const boundMovies = moviesMachine.provide({
  actors: {
    watchSearch: fromCallback(({ sendBack, system }) => {
      const { history } = dependenciesOf(system);
      const report = () => {
        const { pathname, search } = history.current();
        const text = routeOf(pathname) === PATHS.movies && new URLSearchParams(search).get('search');
        if (text) sendBack({ type: 'search.found', text });
      };
      report();
      return history.subscribe(report);
    }),
    loadMovies: fromPromise<Programme, undefined>(async ({ system }) => {
      const { client, chance } = dependenciesOf(system);
      const movies = await client('listMovies', { loading: true });
      return { movies, startIndex: Math.floor(chance * movies.length) };
    }),
  },
});

/** The root machine with every child bound to the world, once. */
export const boundApp = appMachine.provide({
  actors: {
    session: boundSession,
    authDialog: boundAuthDialog,
    movies: boundMovies,
    theme: boundTheme,
    shell: boundShell,
    watchCalls: fromCallback(({ sendBack, system }) =>
      dependenciesOf(system).calls.subscribe((type) => sendBack({ type })),
    ),
    watchLocation,
  },
  actions: {
    leaveOwnPage: ({ system }) => {
      const { history } = dependenciesOf(system);
      if (isOwnPath(history.current().pathname)) history.push(PATHS.home);
    },
    scrollToTop: ({ system }) => dependenciesOf(system).device.scrollToTop(),
    focusContent: ({ system }) => dependenciesOf(system).device.focusContent(),
  },
});
