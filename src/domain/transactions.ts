import { rowList, seatList } from './seatNames.ts';

const WORDS = { 'top-up': 'Top up', withdrawal: 'Withdrawal', purchase: 'Purchase', refund: 'Refund' } as const;

interface Transaction {
  readonly kind: keyof typeof WORDS;
  readonly ticket?: { readonly movieTitle: string; readonly seatNumbers: readonly number[] } | undefined;
}

/** The description of a transaction: `Top up`, `Purchase: Metropolis, seats 21 and 22 in row C`. */
export function transactionWords({ kind, ticket }: Transaction): string {
  if (ticket === undefined) return WORDS[kind];
  const { movieTitle, seatNumbers } = ticket;
  return `${WORDS[kind]}: ${movieTitle}, ${seatList(seatNumbers).toLowerCase()} in ${rowList(seatNumbers)}`;
}
