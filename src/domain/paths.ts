/** Every path of the product as a React Router pattern: the paths of section 2, and a ticket's page. */
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

export type Route = (typeof PATHS)[keyof typeof PATHS];

/** The pages that need a signed-in user. A ticket's page guards itself, because a saved ticket shows without a session. */
export const PERSONAL: ReadonlySet<Route> = new Set([
  PATHS.myTickets,
  PATHS.topUp,
  PATHS.withdraw,
  PATHS.transactions,
  PATHS.myInfo,
]);

export type Section = 'home' | 'movies' | 'tickets' | 'topup' | 'withdraw';

export interface ShowtimeQuery {
  readonly date?: string | undefined;
  readonly time?: string | undefined;
  /** The seats of friends. */
  readonly beside?: readonly number[];
  /** The code of seats that are shared with friends. */
  readonly together?: string | undefined;
}

/** Characters that `encodeURIComponent` keeps, and that chat and mail programs cut from the end of an address. */
const CUT_AT_THE_END = /[-_.!~*'()]$/;

/** Percent-encodes a part of a path, so that the address survives chat and mail programs when this part is its end. */
function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    CUT_AT_THE_END,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The path of a film's page: the title percent-encoded, and the showtime and what friends share, if given, in the query. */
export function moviePath(title: string, showtime: ShowtimeQuery = {}): string {
  const query = new URLSearchParams();
  if (showtime.date !== undefined) query.set('date', showtime.date);
  if (showtime.time !== undefined) query.set('time', showtime.time);
  const { beside = [], together } = showtime;
  if (beside.length > 0) query.set('beside', beside.join());
  if (together !== undefined) query.set('together', together);
  const search = query.size === 0 ? '' : `?${query.toString().replaceAll('%2C', ',')}`;
  return `/movie/${encodePart(title)}${search}`;
}

/** The path of a ticket's page, with the friends' seats, if any, in the query. */
export function ticketPath(ticketId: string, beside: readonly number[] = []): string {
  const search = beside.length === 0 ? '' : `?beside=${beside.join()}`;
  return `/my-tickets/${encodeURIComponent(ticketId)}${search}`;
}

/** The canonical path of a page; undefined for the 404 page, and for the page of a film or ticket if that is not given. */
export function canonicalPath(
  route: Route | undefined,
  { filmTitle, ticketId }: { readonly filmTitle?: string | undefined; readonly ticketId?: string | undefined },
): string | undefined {
  if (route === PATHS.movie) return filmTitle === undefined ? undefined : moviePath(filmTitle);
  if (route === PATHS.ticket) return ticketId === undefined ? undefined : ticketPath(ticketId);
  return route;
}
