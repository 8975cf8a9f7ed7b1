import { createContext, useContext, type ReactNode } from 'react';
import { createActor, type ActorRefFrom } from 'xstate';
import type { bookingMachine } from '#machines/bookingMachine.ts';
import { boundBooking, bookingInput, keptIn } from '../../effects/boundBooking.ts';
import { giveDependencies } from '../../effects/dependenciesOf.ts';
import { actorHook } from '../actorHook.ts';
import { readBookingSnapshot } from '../bookingSnapshot.ts';
import { createPageDependencies } from '../createPageDependencies.ts';
import { usePageActor } from '../usePageActor.ts';

type Booking = Pick<ActorRefFrom<typeof bookingMachine>, 'getSnapshot' | 'send' | 'subscribe'>;

const BookingContext = createContext<Booking | undefined>(undefined);

/** Runs the booking of one film for as long as its page stands. */
export function BookingProvider({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const booking = usePageActor((runtime) => {
    if (runtime.booking !== undefined) return runtime.booking;
    const page = createPageDependencies(runtime);
    const snapshot = readBookingSnapshot(runtime.arrival(), title);
    const actor = createActor(boundBooking, {
      inspect: runtime.inspect,
      input: bookingInput(title, page),
      ...(snapshot && { snapshot }),
    });
    giveDependencies(actor, page);
    if (snapshot !== undefined) actor.send(keptIn(actor.getSnapshot().context, page));
    actor.on('*', runtime.tell);
    return actor;
  });
  return <BookingContext value={booking}>{children}</BookingContext>;
}

export const useBooking = actorHook(() => {
  const booking = useContext(BookingContext);
  if (booking === undefined) throw new Error('This view stands outside of BookingProvider');
  return booking;
});

export { boundBooking } from '../../effects/boundBooking.ts';
