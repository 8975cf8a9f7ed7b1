import type { AnyActorRef } from 'xstate';
import type { BookingInput } from './bookingContext.ts';
import type { Environment } from './environment.ts';
import { findCommand } from './followCommand.ts';
import type { MoviesSnapshot } from './moviesMachine.ts';

/** With what a film's page begins: the cinema's clock, the film of the list in memory, and the purchase that is running. */
export function bookingInput(root: AnyActorRef, { clock }: Environment, title: string): BookingInput {
  const movies: MoviesSnapshot = root.getSnapshot().children.movies.getSnapshot();
  return {
    title,
    movie: movies.context.movies.find((movie) => movie.title === title),
    zone: clock.zone,
    now: clock.now(),
    purchase: findCommand(root, 'purchase'),
  };
}
