import { useActorRef, useSelector } from '@xstate/react';
import { createContext, useContext, useState, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { bookingMachine, BookingSnapshot } from '#machines/bookingMachine.ts';
import { bindBooking } from '../effects/bindBooking.ts';
import { useRuntime } from './RuntimeContext.ts';

const BookingContext = createContext<ActorRefFrom<typeof bookingMachine> | undefined>(undefined);

/** Runs the booking of one film for as long as its page stands. */
export function BookingProvider({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { dependencies, inspect, session } = useRuntime();
  const [machine] = useState(() => bindBooking({ ...dependencies, session }));
  const { now, zone } = dependencies;
  const booking = useActorRef(machine, { inspect, input: { title, zone, now: now() } });
  return <BookingContext value={booking}>{children}</BookingContext>;
}

export function useBooking<Selected>(
  select: (snapshot: BookingSnapshot) => Selected,
  compare?: (before: Selected, after: Selected) => boolean,
) {
  const booking = useContext(BookingContext);
  if (booking === undefined) throw new Error('This view stands outside of BookingProvider');
  return [useSelector(booking, select, compare), booking.send] as const;
}
