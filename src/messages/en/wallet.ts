export const amount = 'Amount';
export const otherAmount = 'Other amount';
export const balanceAfterwards = 'Balance afterwards';
export const withdraw = 'Withdraw';
export const confirm = 'Confirm';
/** The way back to the film's page from which the user came to top up. */
export const backToYourSeats = 'Back to your seats';

/** The label of a preset amount, in rupiah: `50k`, `1m`, `1.5m`. */
export function preset(amount: number): string {
  return amount >= 1_000_000 ? `${amount / 1_000_000}m` : `${amount / 1_000}k`;
}
