export type BalanceCheck =
  | { readonly kind: 'noSeats' }
  | { readonly kind: 'notEnough'; readonly shortfall: number }
  | { readonly kind: 'change'; readonly change: number };

/**
 * The buy dialog's line about the balance (section 2). It warns when the balance is at most the total. It is advice: the server also
 * sells when they are equal. Balance and total are in rupiah.
 */
export function checkBalance(balance: number, total: number, seatCount: number): BalanceCheck {
  if (seatCount === 0) return { kind: 'noSeats' };
  return balance <= total
    ? { kind: 'notEnough', shortfall: total - balance }
    : { kind: 'change', change: balance - total };
}
