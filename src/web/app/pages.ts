import { lazy, type ComponentType } from 'react';
import { PATHS, routeOf, type Route } from '#domain/paths.ts';
import { onDemand } from '../components/onDemand.tsx';

interface Page {
  /** Its view, which draws at once if its code is there; may differ from one call to the next. */
  readonly view: () => ComponentType;
  /** Fetches all code that the page is going to need at once. */
  readonly load: () => Promise<unknown>;
}

const notFound = lazyPage(() => import('../pages/notFound/NotFoundPage.tsx'));

/** The route table (section 2); pages but Home are loaded when they are needed. */
const pages: Readonly<Record<Route, Page>> = {
  [PATHS.home]: lazyPage(() => import('../pages/home/HomePage.tsx')),
  [PATHS.movies]: lazyPage(() => import('../pages/movies/MoviesPage.tsx')),
  [PATHS.movie]: lazyPage(fetchMoviePage),
  [PATHS.myTickets]: lazyPage(() => import('../pages/tickets/MyTicketsPage.tsx')),
  [PATHS.ticket]: lazyPage(() => import('../pages/ticket/TicketPage.tsx')),
  [PATHS.topUp]: lazyPage(() => import('../pages/wallet/TopUpPage.tsx')),
  [PATHS.withdraw]: lazyPage(() => import('../pages/wallet/WithdrawPage.tsx')),
  [PATHS.transactions]: lazyPage(() => import('../pages/transactions/TransactionsPage.tsx')),
  [PATHS.myInfo]: lazyPage(() => import('../pages/myInfo/MyInfoPage.tsx')),
  [PATHS.about]: lazyPage(() => import('../pages/about/AboutPage.tsx')),
};

/** The page at a path. */
export function pageAt(pathname: string): Page {
  const route = routeOf(pathname);
  return route === undefined ? notFound : pages[route];
}

/** Prepares the calendar while the page's code comes, so that the first dates do not keep the page from being drawn. */
async function fetchMoviePage() {
  const [page] = await Promise.all([
    import('../pages/movie/MoviePage.tsx'),
    import('#domain/calendar.ts').then(({ prepareCalendar }) => prepareCalendar()),
  ]);
  return page;
}

function lazyPage(fetchPage: () => Promise<{ readonly default: ComponentType }>): Page {
  const fetchOnce = onDemand(fetchPage);
  const Later = lazy(fetchOnce);
  let Ready: ComponentType | undefined;
  // React keeps a placeholder for 300 ms even if all was there before.
  return {
    load: async () => {
      ({ default: Ready } = await fetchOnce());
    },
    view: () => Ready ?? Later,
  };
}
