import { seatsInRows } from './seats.ts';

export const notLoaded = 'Your transactions could not be loaded';
export const noTransactions = 'No transactions yet';
export const newestFirst = 'Transactions, newest first';
export const noMore = 'No more transactions';
export const showMore = 'Show more';

const KINDS = { 'top-up': 'Top up', withdrawal: 'Withdrawal', purchase: 'Purchase', refund: 'Refund' } as const;

interface Transaction {
  readonly kind: keyof typeof KINDS;
  readonly ticket?: { readonly movieTitle: string; readonly seatNumbers: readonly number[] } | undefined;
}

/** The description of a transaction: `Top up`, `Purchase: Metropolis, seats 21 and 22 in row C`. */
export function transactionWords({ kind, ticket }: Transaction): string {
  if (ticket === undefined) return KINDS[kind];
  return `${KINDS[kind]}: ${ticket.movieTitle}, ${seatsInRows(ticket.seatNumbers)}`;
}

/** The showtime of the ticket that was paid for or refunded: `for 24 Nov, 20.35`. */
export function forShowtime(date: string, time: string): string {
  return `for ${date}, ${time}`;
}
