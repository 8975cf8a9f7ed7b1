import { lazy, type ComponentType } from 'react';
import { matchRoutes } from 'react-router-dom';
import { PATHS, type Route, type Section } from '#domain/paths.ts';
import type { AppLocation } from '#machines/navigation.ts';
import { onDemand } from '../components/onDemand.tsx';
import { routeParams } from '../runtime/routeParams.ts';

type FetchPage = () => Promise<{ readonly default: ComponentType }>;

/** A page of the product, as router, navigation, server and prefetching take it. */
interface Declaration {
  /** Undefined of what stands where there is no page. */
  readonly route: Route | undefined;
  /** What the browser's tab is called; a film's page is called by its film. */
  readonly title: string;
  /** The section whose navigation item is highlighted (section 2). */
  readonly section?: Section;
  /** Whether it is for a signed-in user alone (section 2). A ticket's page guards itself, since a saved one shows without a session. */
  readonly personal?: AppLocation['personal'];
  /** Its file, as the build lists it. */
  readonly module: string;
  readonly fetch: FetchPage;
  /** Makes ready, while its code comes, what it needs beside it. */
  readonly prepare?: () => Promise<void>;
}

interface Page extends Declaration {
  /** Its path in the words of the router. */
  readonly path: string;
  /** Fetches all that the page is going to need at once, and makes it ready. */
  readonly load: () => Promise<unknown>;
  /** Its view, which draws at once if its code is there; may differ from one call to the next. */
  readonly view: () => ComponentType;
}

/** The route table (section 2). */
export const pages: readonly Page[] = [
  page({
    route: PATHS.home,
    title: 'Home',
    section: 'home',
    module: 'src/web/pages/home/HomePage.tsx',
    fetch: () => import('../pages/home/HomePage.tsx'),
  }),
  page({
    route: PATHS.movies,
    title: 'Movies',
    section: 'movies',
    module: 'src/web/pages/movies/MoviesPage.tsx',
    fetch: () => import('../pages/movies/MoviesPage.tsx'),
  }),
  page({
    route: PATHS.movie,
    title: 'Film',
    section: 'movies',
    module: 'src/web/pages/movie/MoviePage.tsx',
    fetch: () => import('../pages/movie/MoviePage.tsx'),
    prepare: prepareSchedule,
  }),
  page({
    route: PATHS.myTickets,
    title: 'My Tickets',
    section: 'tickets',
    personal: 'guarded',
    module: 'src/web/pages/tickets/MyTicketsPage.tsx',
    fetch: () => import('../pages/tickets/MyTicketsPage.tsx'),
  }),
  page({
    route: PATHS.ticket,
    title: 'Ticket',
    section: 'tickets',
    personal: 'guardsItself',
    module: 'src/web/pages/ticket/TicketPage.tsx',
    fetch: () => import('../pages/ticket/TicketPage.tsx'),
  }),
  page({
    route: PATHS.topUp,
    title: 'Top Up',
    section: 'topup',
    personal: 'guarded',
    module: 'src/web/pages/wallet/TopUpPage.tsx',
    fetch: () => import('../pages/wallet/TopUpPage.tsx'),
  }),
  page({
    route: PATHS.withdraw,
    title: 'Withdraw',
    section: 'withdraw',
    personal: 'guarded',
    module: 'src/web/pages/wallet/WithdrawPage.tsx',
    fetch: () => import('../pages/wallet/WithdrawPage.tsx'),
  }),
  page({
    route: PATHS.transactions,
    title: 'Transactions',
    personal: 'guarded',
    module: 'src/web/pages/transactions/TransactionsPage.tsx',
    fetch: () => import('../pages/transactions/TransactionsPage.tsx'),
  }),
  page({
    route: PATHS.myInfo,
    title: 'My Info',
    personal: 'guarded',
    module: 'src/web/pages/myInfo/MyInfoPage.tsx',
    fetch: () => import('../pages/myInfo/MyInfoPage.tsx'),
  }),
  page({
    route: PATHS.about,
    title: 'About',
    module: 'src/web/pages/about/AboutPage.tsx',
    fetch: () => import('../pages/about/AboutPage.tsx'),
  }),
  page({
    route: undefined,
    title: 'Page not found',
    module: 'src/web/pages/notFound/NotFoundPage.tsx',
    fetch: () => import('../pages/notFound/NotFoundPage.tsx'),
  }),
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
    title: `${params['movieTitle'] ?? title} · Nobar Now`,
    section,
    personal,
  };
}

function page(declaration: Declaration): Page {
  let Ready: ComponentType | undefined;
  const load = onDemand(async () => {
    const [fetched] = await Promise.all([declaration.fetch(), declaration.prepare?.()]);
    Ready = fetched.default;
    return fetched;
  });
  const Later = lazy(load);
  // React keeps a placeholder for 300 ms even if all was there before.
  return { ...declaration, path: declaration.route ?? '*', load, view: () => Ready ?? Later };
}

/** Prepares the calendar while the page's code comes, so that the first dates do not keep the page from being drawn. */
async function prepareSchedule(): Promise<void> {
  const { prepareCalendar } = await import('#domain/calendar.ts');
  prepareCalendar();
}
