import { MAXIMUM_SEATS } from './seats.ts';

/** Fixed messages shown to visitors. Sections 2, 5 and 8 fix the wording of those that they quote. */
export const messages = {
  selectShowtime: 'Please select a date and time to see available seats',
  selectSeat: 'Please select your seat!',
  maximumSeats: `Maximum ${MAXIMUM_SEATS} seats`,
  noTickets: 'You do not have any tickets. Lets book some!',
  noMovieMatches: 'No movie matches',
  nothingShowing: 'No films are showing today',
  signInToSee: 'Sign in to see this page',
  takingLong: 'This is taking longer than usual',

  purchaseSuccess: 'Successful purchase of tickets',
  topUpSuccess: 'Successfully top up the balance',
  withdrawSuccess: 'Withdrawal successful',
  signInSuccess: 'Sign in success',
  signUpSuccess: 'Sign up success',
  cancelSuccess: 'Ticket cancelled',

  unreachable: 'The cinema cannot be reached. Check your connection and try again.',
  unreadableAnswer: 'The cinema gave an answer that cannot be read. Please try again.',
  unexpected: 'Something went wrong. Please try again.',
  showtimeClosed: 'This showtime is no longer on sale',
  unsettled: 'The cinema has not answered. It is asked again until it says what happened.',
  abandoned: 'You were signed out before the cinema answered. Sign in to see what became of it.',
  outcomeUnknown: 'The cinema cannot say whether this was done. Please look before you try again.',
  bought: 'Bought. Enjoy the film!',
  underWay: 'What you confirmed before is still on its way.',
  ticketGone: 'This ticket had already been cancelled',
  seatsUnconfirmed: 'Your tickets are bought and the seats are yours, but the confirmation did not arrive',
  storageRefused:
    'Your browser’s storage is full or blocked. You may have to sign in again later, and your tickets may not show offline.',
  sessionEnded: 'Your session has ended. Please sign in again.',
} as const;
