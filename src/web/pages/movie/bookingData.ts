import { bookingInput } from '#machines/bookingInput.ts';
import { bookingMachine } from '#machines/bookingMachine.ts';
import { isSettled, selectInvitation } from '#machines/bookingSelectors.ts';
import type { PageData } from '../../runtime/pageData.ts';
import type { Begin } from '../../runtime/usePage.ts';
import { readBookingSnapshot } from './bookingSnapshot.ts';

/** The booking of one film, as its page and the server take it. */
export const bookingData: PageData<typeof bookingMachine> = {
  machine: bookingMachine,
  begin: ({ params: { movieTitle } }) => (movieTitle === undefined ? undefined : beginBooking(movieTitle)),
  isSettled,
  statusOf: (snapshot) => {
    if (snapshot.matches('movieNotFound')) return 404;
    return snapshot.matches('movieFailed') ? 503 : 200;
  },
  titleOf: selectInvitation,
  movieOf: ({ context }) => context.movie,
};

/** With what a film's page begins. Where the server has rendered a hall, the seats that this tab saved for it follow. */
export function beginBooking(title: string): Begin<typeof bookingMachine> {
  return ({ app, arrival, environment }) => {
    const rendered = readBookingSnapshot(arrival(), title);
    const input = bookingInput(app, environment, title, rendered?.offer);
    if (rendered === undefined) return { input };
    const { snapshot, screening } = rendered;
    const saved = screening === undefined ? [] : environment.storage.seats.find(screening);
    return { input, snapshot, events: [{ type: 'seats.restored', saved }] };
  };
}
