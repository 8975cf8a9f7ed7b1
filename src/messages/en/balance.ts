import { formatRupiah } from './money.ts';

/** A line with the user's balance, in rupiah. */
export function balanceLine(amount: number): string {
  return `Balance ${formatRupiah(amount)}`;
}
