import { lazy, type ComponentType } from 'react';
import { matchRoutes } from 'react-router-dom';
import { PATHS, type Route, type Section } from '#domain/paths.ts';
import type { AnyStateMachine } from 'xstate';
import type { AppLocation } from '#machines/navigation.ts';
import { onDemand } from '../components/onDemand.tsx';
import type { PageData, PageStatus } from '../runtime/pageData.ts';
import { routeParams } from '../runtime/routeParams.ts';

/** The exports of a page's module. */
interface PageModule {
  readonly default: ComponentType;
  /** Of a page with data of its own. */
  readonly data?: PageData<AnyStateMachine>;
  /** The machines that the page runs, for replays. */
  readonly machines?: readonly AnyStateMachine[];
}

/** The code of each page, fetched when it is needed. */
const modules = import.meta.glob<PageModule>('../pages/*/*Page.tsx');

/** A page of the product, as router, navigation, server and prefetching take it. */
interface Declaration {
  /** Undefined of what stands where there is no page. */
  readonly route: Route | undefined;
  /** The title of the browser's tab, by the parameters of the address. */
  readonly title: string | ((params: AppLocation['params']) => string);
  /** Whether its views say what the tab is called, once they know. */
  readonly titlesItself?: true;
  /** Whether it shows the films on show, and has nothing to show without. */
  readonly showsProgramme?: true;
  /** The HTTP status of the document, for a page without data of its own. */
  readonly status?: PageStatus;
  /** The section whose navigation item is highlighted (section 2). */
  readonly section?: Section;
  /** Whether it is for a signed-in user alone (section 2). A ticket's page guards itself, since a saved one shows without a session. */
  readonly personal?: AppLocation['personal'];
  /** Its file, in the folder of the pages. */
  readonly file: string;
  /** Makes ready what it needs beside its code, for a visitor who seems about to go there. */
  readonly prepare?: () => Promise<void>;
}

interface Page extends Omit<Declaration, 'file'> {
  /** Its path in the words of the router. */
  readonly path: string;
  /** Its file, as the build lists it. */
  readonly module: string;
  /** Fetches its code and no more, for a visitor who may never go there. */
  readonly fetch: () => Promise<PageModule>;
  /** Fetches all that the page is going to need at once, and makes it ready. */
  readonly load: () => Promise<PageModule>;
  /** Its view, which draws at once if its code is there; may differ from one call to the next. */
  readonly view: () => ComponentType;
}

/** The route table (section 2). */
export const pages: readonly Page[] = [
  page({ route: PATHS.home, title: 'Home', section: 'home', showsProgramme: true, file: 'home/HomePage.tsx' }),
  page({
    route: PATHS.movies,
    title: 'Movies',
    section: 'movies',
    showsProgramme: true,
    file: 'movies/MoviesPage.tsx',
  }),
  page({
    route: PATHS.movie,
    title: ({ movieTitle = 'Film' }) => movieTitle,
    titlesItself: true,
    status: 404,
    section: 'movies',
    file: 'movie/MoviePage.tsx',
    prepare: prepareSchedule,
  }),
  page({
    route: PATHS.myTickets,
    title: 'My Tickets',
    section: 'tickets',
    personal: 'guarded',
    file: 'tickets/MyTicketsPage.tsx',
  }),
  page({
    route: PATHS.ticket,
    title: 'Ticket',
    section: 'tickets',
    personal: 'guardsItself',
    file: 'ticket/TicketPage.tsx',
  }),
  page({ route: PATHS.topUp, title: 'Top Up', section: 'topup', personal: 'guarded', file: 'wallet/TopUpPage.tsx' }),
  page({
    route: PATHS.withdraw,
    title: 'Withdraw',
    section: 'withdraw',
    personal: 'guarded',
    file: 'wallet/WithdrawPage.tsx',
  }),
  page({
    route: PATHS.transactions,
    title: 'Transactions',
    personal: 'guarded',
    file: 'transactions/TransactionsPage.tsx',
  }),
  page({ route: PATHS.myInfo, title: 'My Info', personal: 'guarded', file: 'myInfo/MyInfoPage.tsx' }),
  page({ route: PATHS.about, title: 'About', file: 'about/AboutPage.tsx' }),
  page({ route: undefined, title: 'Page not found', status: 404, file: 'notFound/NotFoundPage.tsx' }),
];

/** The page at a path. */
export function pageAt(pathname: string): Page {
  const [match] = matchRoutes([...pages], { pathname }) ?? [];
  if (match === undefined) throw new Error(`No page matches ${pathname}`);
  return match.route;
}

/** Where a visitor is who is at this address. */
export function locationAt({ pathname, search }: { readonly pathname: string; readonly search: string }): AppLocation {
  const { route, title, section, personal } = pageAt(pathname);
  const params = route === undefined ? {} : routeParams(route, pathname);
  return {
    route,
    params,
    pathname,
    search,
    title: `${typeof title === 'string' ? title : title(params)} · Nobar Now`,
    section,
    personal,
  };
}

function page({ file, ...declared }: Declaration): Page {
  const fetch = modules[`../pages/${file}`];
  if (fetch === undefined) throw new Error(`There is no page ${file}`);
  let Ready: ComponentType | undefined;
  const load = onDemand(async () => {
    const fetched = await fetch();
    Ready = fetched.default;
    return fetched;
  });
  const Later = lazy(load);
  return {
    ...declared,
    path: declared.route ?? '*',
    module: `src/web/pages/${file}`,
    fetch,
    load,
    // React keeps a placeholder for 300 ms even if all was there before.
    view: () => Ready ?? Later,
  };
}

/** Prepares the calendar before the page is opened by a link, which is to render its dates at once. A document carries them. */
async function prepareSchedule(): Promise<void> {
  const { prepareCalendar } = await import('#domain/calendar.ts');
  prepareCalendar();
}
