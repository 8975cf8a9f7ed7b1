import { PATHS, type Section } from '#domain/paths.ts';

interface NavigationItem {
  readonly section: Section;
  readonly path: string;
  readonly label: string;
}

/** Always visible (section 2). */
export const mainNavigation: readonly NavigationItem[] = [
  { section: 'home', path: PATHS.home, label: 'Home' },
  { section: 'movies', path: PATHS.movies, label: 'Movies' },
];

/** Visible only to signed-in users (section 2). */
export const personalNavigation: readonly NavigationItem[] = [
  { section: 'tickets', path: PATHS.myTickets, label: 'My Tickets' },
  { section: 'topup', path: PATHS.topUp, label: 'Top Up' },
  { section: 'withdraw', path: PATHS.withdraw, label: 'Withdraw' },
];
