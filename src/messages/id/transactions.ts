import { seatsInRows } from './seats.ts';

export const notLoaded = 'Transaksi Anda tidak dapat dimuat';
export const noTransactions = 'Belum ada transaksi';
export const newestFirst = 'Transaksi, dari yang terbaru';
export const noMore = 'Tidak ada transaksi lagi';
export const showMore = 'Tampilkan lebih banyak';

const KINDS = {
  'top-up': 'Pengisian saldo',
  withdrawal: 'Penarikan saldo',
  purchase: 'Pembelian tiket',
  refund: 'Pengembalian dana',
} as const;

interface Transaction {
  readonly kind: keyof typeof KINDS;
  readonly ticket?: { readonly movieTitle: string; readonly seatNumbers: readonly number[] } | undefined;
}

/** The description of a transaction: `Pengisian saldo`, `Pembelian tiket: Metropolis, kursi 21 dan 22 di baris C`. */
export function transactionWords({ kind, ticket }: Transaction): string {
  if (ticket === undefined) return KINDS[kind];
  return `${KINDS[kind]}: ${ticket.movieTitle}, ${seatsInRows(ticket.seatNumbers)}`;
}

/** The showtime of the ticket that was paid for or refunded: `tayang 24 Nov, 20.35`. */
export function forShowtime(date: string, time: string): string {
  return `tayang ${date}, ${time}`;
}
