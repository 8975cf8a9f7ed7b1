import { createContext, useContext, type ReactNode } from 'react';
import { bookingInput } from '#machines/bookingInput.ts';
import { bookingMachine } from '#machines/bookingMachine.ts';
import { actorHook } from '../../runtime/actorHook.ts';
import { readBookingSnapshot } from '../../runtime/bookingSnapshot.ts';
import { usePageActor, type Begin, type PageActor } from '../../runtime/usePage.ts';

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

/** With what a film's page begins. Where the server has rendered a hall, the seats that this tab saved for it follow. */
function beginBooking(title: string): Begin<typeof bookingMachine> {
  return ({ app, arrival, environment }) => {
    const input = bookingInput(app, environment, title);
    const rendered = readBookingSnapshot(arrival(), title);
    if (rendered === undefined) return { input };
    const { snapshot, screening } = rendered;
    const kept = screening === undefined ? [] : environment.storage.seats.find(screening);
    return { input, snapshot, events: [{ type: 'seats.kept', kept }] };
  };
}
