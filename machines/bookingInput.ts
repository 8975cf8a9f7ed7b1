import { offerAt } from '#domain/calendar.ts';
import { actorOf } from './actors.ts';
import type { BookingInput } from './bookingContext.ts';
import { environmentOf, type System } from './environment.ts';
import { findCommand } from './followCommand.ts';

/** Input of a film's page: the present, the film if the list is loaded, and the purchase that already runs. */
export function bookingInput(system: System, title: string): BookingInput {
  const { clock } = environmentOf(system);
  const now = clock.now();
  const { movies } = actorOf(system, 'movies').getSnapshot().context;
  return {
    title,
    movie: movies.find((movie) => movie.title === title),
    now,
    offer: offerAt(now, clock.zone),
    purchase: findCommand(system, 'purchase'),
  };
}
