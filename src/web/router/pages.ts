import * as titles from '#messages/pages.ts';
import type { ComponentType } from 'react';
import { matchRoutes } from 'react-router-dom';
import { base } from '#messages/language.ts';
import { PATHS, PERSONAL, type Route, type Section } from '#domain/paths.ts';
import type { AnyStateMachine } from 'xstate';
import type { PageMachine } from '#machines/environment.ts';
import type { AppLocation } from '#machines/navigation.ts';
import { onDemand } from '../components/onDemand.tsx';
import type { LoadedPage, PageData, PageStatus } from '../actors/pageData.ts';
import { routeParams } from '../actors/routeParams.ts';

interface PageModule {
  readonly default: ComponentType;
  /** Exported by a page with a machine. */
  readonly data?: PageData<AnyStateMachine>;
}

/** The code of each page, loaded on demand. */
const modules = import.meta.glob<PageModule>('../pages/*/*Page.tsx');

/** One row of the page table. Router, navigation, guard, prefetching, server rendering and tests read it. */
interface Declaration {
  /** Undefined for the 404 page. */
  readonly route: Route | undefined;
  /** The title of the browser's tab; a function derives it from the parameters of the URL. */
  readonly title: string | ((params: AppLocation['params']) => string);
  /** The page's views set the tab's title once their data is loaded. */
  readonly titlesItself?: true;
  /** The page needs the list of films. */
  readonly showsProgramme?: true;
  /** The HTTP status of the document. A page with a machine may override it. */
  readonly status?: PageStatus;
  /** The section whose navigation item is highlighted (section 2). */
  readonly section?: Section;
  /** Undefined for a public page, and for a page in `PERSONAL`, which is guarded. */
  readonly personal?: 'guardsItself';
  /** The id of the page's machine, which its module exports in `data`. */
  readonly machine?: PageMachine['machine'];
  /** Path below `src/web/pages`. */
  readonly file: string;
  /** Loads other data that the page needs. Called when the visitor is about to navigate to the page. */
  readonly prepare?: () => Promise<void>;
}

interface Page extends Omit<Declaration, 'file' | 'personal'> {
  /** Whether the page needs a signed-in user (section 2). */
  readonly personal: AppLocation['personal'];
  /** React Router path pattern. */
  readonly path: string;
  /** The file as the build's manifest names it. */
  readonly module: string;
  /** Downloads the code without registering it as loaded, for a visitor who may never navigate to the page. */
  readonly fetch: () => Promise<PageModule>;
  /** Loads the code once. Rejects when it cannot be loaded; the next call tries again. */
  readonly load: () => Promise<PageModule>;
  /** The code if it is loaded. */
  readonly loaded: () => PageModule | undefined;
}

/** The route table (section 2). */
export const pages: readonly Page[] = [
  page({ route: PATHS.home, title: titles.home, section: 'home', showsProgramme: true, file: 'home/HomePage.tsx' }),
  page({
    route: PATHS.movies,
    title: titles.movies,
    section: 'movies',
    showsProgramme: true,
    file: 'movies/MoviesPage.tsx',
  }),
  page({
    route: PATHS.movie,
    title: ({ movieTitle = titles.film }) => movieTitle,
    titlesItself: true,
    status: 404,
    section: 'movies',
    machine: 'booking',
    file: 'movie/MoviePage.tsx',
    prepare: prepareSchedule,
  }),
  page({
    route: PATHS.myTickets,
    title: titles.myTickets,
    section: 'tickets',
    machine: 'myTickets',
    file: 'tickets/MyTicketsPage.tsx',
  }),
  page({
    route: PATHS.ticket,
    title: titles.ticket,
    section: 'tickets',
    personal: 'guardsItself',
    machine: 'ticket',
    file: 'ticket/TicketPage.tsx',
  }),
  page({
    route: PATHS.topUp,
    title: titles.topUp,
    section: 'topup',
    machine: 'amountForm',
    file: 'wallet/TopUpPage.tsx',
  }),
  page({
    route: PATHS.withdraw,
    title: titles.withdraw,
    section: 'withdraw',
    machine: 'amountForm',
    file: 'wallet/WithdrawPage.tsx',
  }),
  page({
    route: PATHS.transactions,
    title: titles.transactions,
    machine: 'transactions',
    file: 'transactions/TransactionsPage.tsx',
  }),
  page({
    route: PATHS.myInfo,
    title: titles.myInfo,
    machine: 'myInfo',
    file: 'myInfo/MyInfoPage.tsx',
  }),
  page({ route: PATHS.about, title: titles.about, file: 'about/AboutPage.tsx' }),
  page({ route: undefined, title: titles.notFound, status: 404, file: 'notFound/NotFoundPage.tsx' }),
];

/** The page at a path. */
export function pageAt(pathname: string): Page {
  const [match] = matchRoutes([...pages], { pathname }) ?? [];
  if (match === undefined) throw new Error(`No page matches ${pathname}`);
  return match.route;
}

/** Resolves a path of the router, which has no prefix of a language, to a location. */
export function locationAt({
  pathname,
  search,
  state,
  key = 'default',
}: {
  pathname: string;
  search: string;
  state?: unknown;
  key?: string;
}): AppLocation {
  const { route, section, personal } = pageAt(pathname);
  const params = route === undefined ? {} : routeParams(route, pathname);
  return {
    route,
    params,
    pathname,
    search,
    key,
    state,
    section,
    personal,
  };
}

/** Resolves a URL of this language's pages to a location. */
export const locationOf: (url: Pick<URL, 'pathname' | 'search'>) => AppLocation =
  base === ''
    ? locationAt
    : ({ pathname, search }) => locationAt({ pathname: pathname.slice(base.length) || '/', search });

/** The title of the browser's tab at a location. */
export function titleOf({ pathname, params }: Pick<AppLocation, 'pathname' | 'params'>): string {
  const { title } = pageAt(pathname);
  return `${typeof title === 'string' ? title : title(params)} · Nobar Now`;
}

/** Loads the code of the page at a location. Returns synchronously if it is loaded; undefined for a page without a machine. */
export function loadPage({ pathname }: AppLocation): LoadedPage | undefined | Promise<LoadedPage | undefined> {
  const page = pageAt(pathname);
  const code = page.loaded();
  return code === undefined ? page.load().then((loaded) => logicOf(page, loaded)) : logicOf(page, code);
}

function logicOf({ machine }: Page, { data }: PageModule): LoadedPage | undefined {
  return machine === undefined || data === undefined ? undefined : { machine, data };
}

function page({ file, ...declared }: Declaration): Page {
  const fetch = modules[`../pages/${file}`];
  if (fetch === undefined) throw new Error(`There is no page ${file}`);
  let code: PageModule | undefined;
  return {
    ...declared,
    personal: declared.route !== undefined && PERSONAL.has(declared.route) ? 'guarded' : declared.personal,
    path: declared.route ?? '*',
    module: `src/web/pages/${file}`,
    fetch,
    load: onDemand(async () => {
      code = await fetch();
      return code;
    }),
    loaded: () => code,
  };
}

/** Loads calendar data before the visitor follows a link to a film, so that its dates render at once. Documents contain them. */
async function prepareSchedule(): Promise<void> {
  const { prepareCalendar } = await import('#domain/calendar.ts');
  prepareCalendar();
}
