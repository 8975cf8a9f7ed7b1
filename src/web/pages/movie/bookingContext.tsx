import { createContext, useContext, type ReactNode } from 'react';
import { bookingMachine } from '#machines/bookingMachine.ts';
import { actorHook } from '../../runtime/actorHook.ts';
import { usePageActor, type PageActor } from '../../runtime/usePage.ts';
import { beginBooking } from './bookingData.ts';

const BookingContext = createContext<PageActor<typeof bookingMachine> | undefined>(undefined);

/** Runs the booking of one film for as long as its page stands. */
export function BookingProvider({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const booking = usePageActor(bookingMachine, beginBooking(title));
  return <BookingContext value={booking}>{children}</BookingContext>;
}

export const useBooking = actorHook(() => {
  const booking = useContext(BookingContext);
  if (booking === undefined) throw new Error('This view stands outside of BookingProvider');
  return booking;
});
