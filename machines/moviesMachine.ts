import { assign, fromCallback, fromPromise, sendTo, setup, type EventObject, type SnapshotFrom } from 'xstate';
import { failureOf, type Failure } from '#domain/failure.ts';
import { PATHS } from '#domain/paths.ts';
import type { Movie } from '#contract/movie.ts';
import { toToasts } from './targets.ts';
import { environmentOf, watchOnline } from './environment.ts';
import { followLocation } from './navigation.ts';
import { onStaleData } from './staleData.ts';
import { notify, type ToastsEvent } from './toastsMachine.ts';

/** The films, and the index of the first slide of the carousel. */
export type Programme = { readonly movies: readonly Movie[]; readonly startIndex: number };

type Context = Programme & {
  searchText: string;
  failure: Failure | undefined;
};

export type MoviesEvent =
  | { type: 'movies.search' | 'search.found' | 'search.changed'; text: string }
  | { type: 'movies.retry' | 'movies.aged' | 'browser.online' };

export const moviesMachine = setup({
  types: {} as {
    context: Context;
    events: MoviesEvent;
  },
  actors: {
    watchSearch: fromCallback<EventObject, undefined>(({ sendBack, system }) => {
      let last: string | undefined;
      return followLocation(system, (location) => {
        const text = location.route === PATHS.movies && new URLSearchParams(location.search).get('search');
        if (!text || text === last) return;
        sendBack({ type: last === undefined ? 'search.found' : 'search.changed', text });
        last = text;
      });
    }),
    watchOnline,
    watchAge: fromCallback<EventObject, undefined>(({ sendBack, system }) =>
      onStaleData(system, () => sendBack({ type: 'movies.aged' })),
    ),
    refreshMovies: fromPromise<readonly Movie[], undefined>(({ system }) => environmentOf(system).api('listMovies')),
    loadMovies: fromPromise<Programme, undefined>(async ({ system }) => {
      const { api, random } = environmentOf(system);
      const movies = await api('listMovies', { loading: true });
      return { movies, startIndex: Math.floor(random * movies.length) };
    }),
  },
  guards: { isSearchEmpty: ({ context }) => context.searchText === '' },
  actions: {
    notify: sendTo(toToasts, (_, params: ToastsEvent) => params),
    storeMovies: assign((_, params: Programme) => ({ ...params, failure: undefined })),
    replaceMovies: assign((_, movies: readonly Movie[]) => ({ movies })),
    storeFailure: assign((_, params: { error: unknown }) => ({ failure: failureOf(params.error) })),
    storeSearchText: assign((_, params: { text: string }) => ({ searchText: params.text })),
  },
  delays: { refreshDelay: 15_000 },
}).createMachine({
  id: 'movies',
  context: { movies: [], startIndex: 0, searchText: '', failure: undefined },
  initial: 'loading',
  invoke: [
    { id: 'watchSearch', src: 'watchSearch' },
    { id: 'watchAge', src: 'watchAge' },
  ],
  on: {
    'movies.search': { actions: { type: 'storeSearchText', params: ({ event }) => event } },
    'search.found': {
      description: 'The URL of Movies may contain a search text. It does not replace a text that the user has typed.',
      guard: 'isSearchEmpty',
      actions: { type: 'storeSearchText', params: ({ event }) => event },
    },
    'search.changed': {
      description: 'The visitor navigates to another search; its text replaces the text in the box.',
      actions: { type: 'storeSearchText', params: ({ event }) => event },
    },
  },
  states: {
    loading: {
      description: 'Fetching all films, once for Home and Movies.',
      invoke: {
        id: 'loadMovies',
        src: 'loadMovies',
        onDone: {
          target: 'ready',
          actions: { type: 'storeMovies', params: ({ event }) => event.output },
        },
        onError: {
          target: 'failed',
          actions: [
            { type: 'storeFailure', params: ({ event }) => event },
            { type: 'notify', params: ({ event }) => notify('error', failureOf(event.error)) },
          ],
        },
      },
    },
    ready: {
      description:
        'The films are loaded. The search box filters them by a part of the title, ignoring case (section 2).',
      initial: 'current',
      states: {
        current: {
          description:
            'The films come from the server. They are fetched again when the visitor comes back to them after some minutes.',
          on: { 'movies.aged': 'refreshing' },
        },
        refreshing: {
          description: 'The films are old or come from a saved document, and are fetched again in the background.',
          invoke: {
            id: 'refreshMovies',
            src: 'refreshMovies',
            onDone: { target: 'current', actions: { type: 'replaceMovies', params: ({ event }) => event.output } },
            onError: { target: 'saved' },
          },
        },
        saved: {
          description:
            'The films could not be fetched again. A line says that the page is saved. Retries after 15 s, or when the browser is online.',
          invoke: { id: 'watchOnline', src: 'watchOnline' },
          on: { 'browser.online': 'refreshing' },
          after: { refreshDelay: 'refreshing' },
        },
      },
    },
    failed: {
      description: 'The films could not be fetched. The page shows the reason with Retry, and a toast (section 8).',
      on: { 'movies.retry': 'loading' },
    },
  },
});

export type MoviesSnapshot = SnapshotFrom<typeof moviesMachine>;

/** Whether the cinema shows no film at all, independent of the search. */
export function isNothingShowing(snapshot: MoviesSnapshot): boolean {
  return snapshot.matches('ready') && snapshot.context.movies.length === 0;
}
