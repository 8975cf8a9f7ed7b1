import { fromCallback, fromPromise } from 'xstate';
import { PATHS } from '#domain/paths.ts';
import { appMachine } from '#machines/appMachine.ts';
import { moviesMachine, type Programme } from '#machines/moviesMachine.ts';
import { boundAuthDialog } from './boundAuthDialog.ts';
import { boundSession } from './boundSession.ts';
import { boundShell } from './boundShell.ts';
import { boundTheme } from './boundTheme.ts';
import { dependenciesOf } from './dependenciesOf.ts';

const boundMovies = moviesMachine.provide({
  actors: {
    watchSearch: fromCallback(({ sendBack, system }) => {
      const { location } = dependenciesOf(system);
      const report = () => {
        const { route, search } = location.current() ?? {};
        const text = route === PATHS.movies && new URLSearchParams(search).get('search');
        if (text) sendBack({ type: 'search.found', text });
      };
      report();
      return location.subscribe(report);
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
  },
  actions: {
    scrollToTop: ({ system }) => dependenciesOf(system).device.scrollToTop(),
    focusContent: ({ system }) => dependenciesOf(system).device.focusContent(),
  },
});
