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
  unreadableAnswer: 'We could not read the response. Please try again.',
  unexpected: 'Something went wrong. Please try again.',
  showtimeClosed: 'This showtime is no longer on sale',
  savedPage: 'You are seeing a saved page. It may be out of date.',
  unsettled: 'No response yet. We’ll keep checking.',
  abandoned: 'You were signed out before your request was finished. Sign in to see the result.',
  outcomeUnknown: 'We couldn’t confirm this. Check your tickets and balance before you try again.',
  bought: 'Bought. Enjoy the film!',
  underWay: 'Your previous request is still being processed.',
  ticketGone: 'This ticket was already cancelled',
  seatsUnconfirmed: 'You have your tickets and seats, but the confirmation did not arrive',
  storageRefused:
    'Your browser’s storage is full or blocked. You may have to sign in again later, and your tickets may not show offline.',
  sessionEnded: 'Your session has ended. Please sign in again.',
} as const;
