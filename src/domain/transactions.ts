import { seatList } from './seatNames.ts';

const WORDS = { 'top-up': 'Top up', withdrawal: 'Withdrawal', purchase: 'Purchase', refund: 'Refund' } as const;

interface Transaction {
  readonly kind: keyof typeof WORDS;
  readonly ticket?: { readonly movieTitle: string; readonly seatNumbers: readonly number[] } | undefined;
}

/** What a transaction was, in plain words: `Top up`, `Purchase: Metropolis, seats 21 and 22`. */
export function transactionWords({ kind, ticket }: Transaction): string {
  if (ticket === undefined) return WORDS[kind];
  return `${WORDS[kind]}: ${ticket.movieTitle}, ${seatList(ticket.seatNumbers).toLowerCase()}`;
}
