import { LANGUAGES } from '#domain/languages.ts';
import { requireTitle } from '../store/movies.ts';
import type { Handlers } from './addRoute.ts';
import type { RouteDependencies } from './routeDependencies.ts';
import { ticketCalendar } from './ticketCalendar.ts';

/** The handler for calendar files. Only titles of films, so that nobody can put other texts under our address. */
export function calendarHandlers({ db, now, zone }: RouteDependencies) {
  return {
    readCalendar: async ({ input: { language, ...event } }) => {
      await requireTitle(db, event);
      return ticketCalendar(event, { zone, now: now(), language: LANGUAGES.find((each) => each === language) });
    },
  } satisfies Partial<Handlers>;
}
