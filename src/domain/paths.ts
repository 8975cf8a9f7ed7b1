/** Every path of the product (section 2). */
export const PATHS = {
  home: '/',
  movies: '/movies',
  movie: '/movie/:movieTitle',
  myTickets: '/my-tickets',
  topUp: '/topup',
  withdraw: '/withdraw',
  about: '/about',
  myInfo: '/my-info',
  transactions: '/transactions',
} as const;

export type Section = 'home' | 'movies' | 'tickets' | 'topup' | 'withdraw';

const MOVIE_PREFIX = '/movie/';

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
  const path = trimSlash(pathname);
  if (!path.startsWith(MOVIE_PREFIX)) return undefined;
  const segment = path.slice(MOVIE_PREFIX.length);
  if (segment === '' || segment.includes('/')) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** The section whose navigation item is highlighted on this path (section 2). */
export function sectionOf(pathname: string): Section | undefined {
  const path = trimSlash(pathname);
  return path.startsWith(MOVIE_PREFIX) ? 'movies' : SECTIONS.get(path);
}

/** Whether a path needs a signed-in user (section 2, Routes; transactions and account are as personal). */
export function isPersonalPath(pathname: string): boolean {
  return PERSONAL.has(trimSlash(pathname));
}

function trimSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}
