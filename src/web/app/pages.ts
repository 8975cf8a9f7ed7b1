import { lazy, type ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { PATHS } from '#domain/paths.ts';
import { HomePage } from '../pages/home/HomePage.tsx';
import { loadCarousel } from '../pages/home/loadCarousel.ts';
import { onDemand } from './onDemand.ts';

interface Page {
  readonly path: string;
  readonly Content: ComponentType;
  /** Fetches the code without which nothing of the page can be drawn. */
  readonly loadContent: () => Promise<unknown>;
  /** Fetches all code that the page is going to need at onDemand. */
  readonly load: () => Promise<unknown>;
}

const notFound = lazyPage('*', () => import('../pages/notFound/NotFoundPage.tsx'));

const pages: readonly Page[] = [
  { path: PATHS.home, Content: HomePage, loadContent: () => Promise.resolve(), load: loadCarousel },
  lazyPage(PATHS.movies, () => import('../pages/movies/MoviesPage.tsx')),
  lazyPage(PATHS.movie, () => import('../pages/movie/MoviePage.tsx')),
  lazyPage(PATHS.myTickets, () => import('../pages/tickets/MyTicketsPage.tsx')),
  lazyPage(PATHS.ticket, () => import('../pages/ticket/TicketPage.tsx')),
  lazyPage(PATHS.topUp, () => import('../pages/wallet/TopUpPage.tsx')),
  lazyPage(PATHS.withdraw, () => import('../pages/wallet/WithdrawPage.tsx')),
  lazyPage(PATHS.transactions, () => import('../pages/transactions/TransactionsPage.tsx')),
  lazyPage(PATHS.myInfo, () => import('../pages/myInfo/MyInfoPage.tsx')),
  lazyPage(PATHS.about, () => import('../pages/about/AboutPage.tsx')),
];

/** The route table (section 2): the page at a path; pages but Home are loaded when they are needed. */
export function pageAt(pathname: string): Page {
  return pages.find(({ path }) => matchPath(path, pathname) !== null) ?? notFound;
}

function lazyPage(path: string, fetchPage: () => Promise<{ readonly default: ComponentType }>): Page {
  const load = onDemand(fetchPage);
  return { path, loadContent: load, load, Content: lazy(load) };
}
