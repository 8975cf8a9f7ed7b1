import { MAXIMUM_SEATS, SEATS_IN_HALL } from '#domain/seats.ts';

export const title = 'About';
export const product =
  'Nobar Now sells the seats of one cinema hall. “Nobar” is Indonesian for watching films together.';
export const buying = `Anyone can browse the films, the showtimes and the ${SEATS_IN_HALL} seats. With an account you can buy up to ${MAXIMUM_SEATS} seats at once from your balance. You can cancel a ticket until its showtime begins; the price then returns to your balance.`;
export const balance =
  'The balance is not a bank account. Top Up and Withdraw change the number that you see here and move no real money. Every change is listed under Transactions.';
export const privacy =
  'There are no cookies and no trackers. Your browser keeps your sign-in and the tickets you opened until you log out. It also keeps the theme you chose.';
