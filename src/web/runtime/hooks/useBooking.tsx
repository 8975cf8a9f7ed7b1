import { useActorRef, useSelector } from '@xstate/react';
import { createContext, useContext, useState, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { bookingMachine, BookingSnapshot } from '#machines/bookingMachine.ts';
import { bindBooking, bookingInput } from '../../effects/bindBooking.ts';
import { readBookingSnapshot } from '../bookingSnapshot.ts';
import { useRuntime } from '../RuntimeContext.ts';
import { usePageDependencies } from '../usePageDependencies.ts';
import { useEmitted } from '../useEmitted.ts';

const BookingContext = createContext<ActorRefFrom<typeof bookingMachine> | undefined>(undefined);

/** Runs the booking of one film for as long as its page stands. */
export function BookingProvider({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const { inspect, arrival } = useRuntime();
  const page = usePageDependencies();
  const [machine] = useState(() => bindBooking(page));
  const [input] = useState(() => bookingInput(title, page));
  const [snapshot] = useState(() => readBookingSnapshot(arrival(), title));
  const booking = useActorRef(machine, { inspect, input, ...(snapshot && { snapshot }) });
  useEmitted(booking);
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
