/** The product's fixed sentences, to the letter (sections 2, 5 and 8). */
export const sentences = {
  selectShowtime: 'Please select a date and time to see available seats',
  selectSeat: 'Please select your seat!',
  maximumSeats: 'Maximum 6 seats',
  noTickets: 'You do not have any tickets. Lets book some!',
  noMovieMatches: 'No movie matches',
  signInToSee: 'Sign in to see this page',
  takingLong: 'This is taking longer than usual',

  purchaseSuccess: 'Successful purchase of tickets',
  topUpSuccess: 'Successfully top up the balance',
  withdrawSuccess: 'Withdrawal successful',
  signInSuccess: 'Sign in success',
  signUpSuccess: 'Sign up success',
  cancelSuccess: 'Ticket cancelled',

  withdrawTooSmall: 'Withdraw amount must be greater than 0',
  withdrawTooLarge: 'Maximum withdraw amount is Rp.500.000',
  withdrawNotWhole: 'Withdraw amount must be a whole number',
  withdrawNotPlain: 'Withdraw amount must be a whole number in plain digits',

  unreachable: 'The cinema cannot be reached. Check your connection and try again.',
  unreadableAnswer: 'The cinema gave an answer that cannot be read. Please try again.',
  unexpected: 'Something went wrong. Please try again.',
  showtimeClosed: 'This showtime is no longer on sale',
  seatsUnconfirmed: 'Your tickets are bought and the seats are yours, but the confirmation did not arrive',
  sessionEnded: 'Your session has ended. Please sign in again.',
} as const;
