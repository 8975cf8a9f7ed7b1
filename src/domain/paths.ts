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

/** A path of the route table. */
export type Route = (typeof PATHS)[keyof typeof PATHS];

export type Section = 'home' | 'movies' | 'tickets' | 'topup' | 'withdraw';

const MOVIE_PREFIX = '/movie/';
const TICKET_PREFIX = '/my-tickets/';

interface RouteFacts {
  /** What the browser's tab is called; a film's page is called by its film. */
  readonly title: string;
  readonly section?: Section;
  /** Whether it needs a signed-in user (section 2). A ticket's page guards itself, since a kept one shows without a session. */
  readonly personal?: true;
}

const FACTS: Readonly<Record<Route, RouteFacts>> = {
  [PATHS.home]: { title: 'Home', section: 'home' },
  [PATHS.movies]: { title: 'Movies', section: 'movies' },
  [PATHS.movie]: { title: 'Film', section: 'movies' },
  [PATHS.myTickets]: { title: 'My Tickets', section: 'tickets', personal: true },
  [PATHS.ticket]: { title: 'Ticket', section: 'tickets' },
  [PATHS.topUp]: { title: 'Top Up', section: 'topup', personal: true },
  [PATHS.withdraw]: { title: 'Withdraw', section: 'withdraw', personal: true },
  [PATHS.about]: { title: 'About' },
  [PATHS.myInfo]: { title: 'My Info', personal: true },
  [PATHS.transactions]: { title: 'Transactions', personal: true },
};

const ROUTES: ReadonlyMap<string, Route> = new Map(Object.values(PATHS).map((path) => [path, path]));

/** The route that a pathname stands for, whatever its case and with or without a slash at its end; undefined where no page is. */
export function routeOf(pathname: string): Route | undefined {
  const path = trimSlash(pathname).toLowerCase();
  if (hasOneSegmentAfter(MOVIE_PREFIX, path)) return PATHS.movie;
  if (hasOneSegmentAfter(TICKET_PREFIX, path)) return PATHS.ticket;
  return ROUTES.get(path);
}

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
  return factsOf(pathname)?.section;
}

/** Whether a path needs a signed-in user (section 2, Routes; transactions and account are as personal). */
export function isPersonalPath(pathname: string): boolean {
  return factsOf(pathname)?.personal === true;
}

/** Whether what stands at a path is the user's alone: a personal page, or a ticket, which guards itself. */
export function isOwnPath(pathname: string): boolean {
  return isPersonalPath(pathname) || ticketIdOf(pathname) !== undefined;
}

/** What the page at this path is called; of a film's page that is its title. */
export function pageTitle(pathname: string): string {
  return `${movieTitleOf(pathname) ?? factsOf(pathname)?.title ?? 'Page not found'} · Nobar Now`;
}

function factsOf(pathname: string): RouteFacts | undefined {
  const route = routeOf(pathname);
  return route && FACTS[route];
}

function hasOneSegmentAfter(prefix: string, path: string): boolean {
  const segment = path.slice(prefix.length);
  return path.startsWith(prefix) && segment !== '' && !segment.includes('/');
}

function segmentAfter(prefix: string, pathname: string): string | undefined {
  const path = trimSlash(pathname);
  if (!hasOneSegmentAfter(prefix, path.toLowerCase())) return undefined;
  try {
    return decodeURIComponent(path.slice(prefix.length));
  } catch {
    return undefined;
  }
}

function trimSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
}
