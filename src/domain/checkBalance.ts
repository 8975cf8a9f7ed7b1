import { formatRupiah } from './money.ts';
import { messages } from './messages.ts';

export type BalanceCheck =
  | { readonly kind: 'noSeats'; readonly message: string }
  | { readonly kind: 'notEnough'; readonly message: string; readonly shortfall: number }
  | { readonly kind: 'change'; readonly message: string; readonly change: number };

/**
 * The buy dialog's line about the balance (section 2). It warns when the balance is at most the total. It is advice: the server also
 * sells when they are equal. Balance and total are in rupiah.
 */
export function checkBalance(balance: number, total: number, seatCount: number): BalanceCheck {
  if (seatCount === 0) return { kind: 'noSeats', message: messages.selectSeat };
  if (balance <= total) {
    const shortfall = total - balance;
    return { kind: 'notEnough', shortfall, message: `Not enough balance (${formatRupiah(shortfall)})` };
  }
  const change = balance - total;
  return { kind: 'change', change, message: `Change ${formatRupiah(change)}` };
}
