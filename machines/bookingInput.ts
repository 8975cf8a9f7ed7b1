import type { AnyActorRef } from 'xstate';
import { offerAt } from '#domain/calendar.ts';
import type { Offer } from '#domain/schedule.ts';
import type { BookingInput } from './bookingContext.ts';
import type { Environment } from './environment.ts';
import { findCommand } from './followCommand.ts';
import type { MoviesSnapshot } from './moviesMachine.ts';

/**
 * With what a film's page begins: the cinema's clock, the film of the list in memory, and the purchase that is running.
 * A document carries the offer it was rendered with.
 */
export function bookingInput(root: AnyActorRef, { clock }: Environment, title: string, carried?: Offer): BookingInput {
  const now = clock.now();
  const movies: MoviesSnapshot = root.getSnapshot().children.movies.getSnapshot();
  return {
    title,
    movie: movies.context.movies.find((movie) => movie.title === title),
    now,
    offer: offerAt(now, clock.zone, carried),
    purchase: findCommand(root, 'purchase'),
  };
}
