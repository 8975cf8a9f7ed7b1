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

/** The path of a film's page, its title percent-encoded, with the showtime in the query when one is given. */
export function moviePath(
  title: string,
  showtime: { date?: string | undefined; time?: string | undefined } = {},
): string {
  const query = new URLSearchParams();
  if (showtime.date !== undefined) query.set('date', showtime.date);
  if (showtime.time !== undefined) query.set('time', showtime.time);
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  return `/movie/${encodeURIComponent(title)}${search}`;
}

/** The path of a ticket's page. */
export function ticketPath(ticketId: string): string {
  return `/my-tickets/${encodeURIComponent(ticketId)}`;
}

/** The one path by which the page of a route is known; undefined where no page is, and of a film's page without its film. */
export function canonicalPath(
  route: Route | undefined,
  { filmTitle, ticketId }: { readonly filmTitle?: string | undefined; readonly ticketId?: string | undefined },
): string | undefined {
  if (route === PATHS.movie) return filmTitle === undefined ? undefined : moviePath(filmTitle);
  if (route === PATHS.ticket) return ticketId === undefined ? undefined : ticketPath(ticketId);
  return route;
}
