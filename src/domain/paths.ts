/** Every path of the product: those of section 2, and a ticket's own. */
export const PATHS = {
  home: '/',
  movies: '/movies',
  movie: '/movie/:movieTitle',
  myTickets: '/my-tickets',
  ticket: '/my-tickets/:ticketId',
  topUp: '/topup',
  withdraw: '/withdraw',
  about: '/about',
  myInfo: '/my-info',
  transactions: '/transactions',
} as const;

export type Section = 'home' | 'movies' | 'tickets' | 'topup' | 'withdraw';

const MOVIE_PREFIX = '/movie/';
const TICKET_PREFIX = '/my-tickets/';

const SECTIONS: ReadonlyMap<string, Section> = new Map([
  [PATHS.home, 'home'],
  [PATHS.movies, 'movies'],
  [PATHS.myTickets, 'tickets'],
  [PATHS.topUp, 'topup'],
  [PATHS.withdraw, 'withdraw'],
]);

const PERSONAL: ReadonlySet<string> = new Set([
  PATHS.myTickets,
  PATHS.topUp,
  PATHS.withdraw,
  PATHS.transactions,
  PATHS.myInfo,
]);

/** The path of a film's page, its title percent-encoded, with the showtime in the query when one is given. */
export function moviePath(
  title: string,
  showtime: { date?: string | undefined; time?: string | undefined } = {},
): string {
  const query = new URLSearchParams();
  if (showtime.date !== undefined) query.set('date', showtime.date);
  if (showtime.time !== undefined) query.set('time', showtime.time);
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  return `${MOVIE_PREFIX}${encodeURIComponent(title)}${search}`;
}

/** The film's title in the path of a film's page; undefined for other paths and for a broken percent-encoding. */
export function movieTitleOf(pathname: string): string | undefined {
  return segmentAfter(MOVIE_PREFIX, pathname);
}

/** The path of a ticket's page. */
export function ticketPath(ticketId: string): string {
  return `${TICKET_PREFIX}${encodeURIComponent(ticketId)}`;
}

/** The ticket's id in the path of a ticket's page; undefined for other paths and for a broken percent-encoding. */
export function ticketIdOf(pathname: string): string | undefined {
  return segmentAfter(TICKET_PREFIX, pathname);
}

/** The section whose navigation item is highlighted on this path (section 2). */
export function sectionOf(pathname: string): Section | undefined {
  const path = trimSlash(pathname);
  if (path.startsWith(MOVIE_PREFIX)) return 'movies';
  return path.startsWith(TICKET_PREFIX) ? 'tickets' : SECTIONS.get(path);
}

/**
 * Whether a path needs a signed-in user (section 2, Routes; transactions and account are as personal).
 * A ticket's page guards itself, since one that the device keeps shows without a session.
 */
export function isPersonalPath(pathname: string): boolean {
  return PERSONAL.has(trimSlash(pathname));
}

function segmentAfter(prefix: string, pathname: string): string | undefined {
  const path = trimSlash(pathname);
  if (!path.startsWith(prefix)) return undefined;
  const segment = path.slice(prefix.length);
  if (segment === '' || segment.includes('/')) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function trimSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}
