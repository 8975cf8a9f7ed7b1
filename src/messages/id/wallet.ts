export const amount = 'Nominal';
export const otherAmount = 'Nominal lain';
export const balanceAfterwards = 'Saldo akhir';
export const withdraw = 'Tarik Saldo';
export const confirm = 'Konfirmasi';
/** The way back to the film's page from which the user came to top up. */
export const backToYourSeats = 'Kembali ke pilihan kursi';

/** The label of a preset amount, in rupiah: `50rb`, `1jt`, `1,5jt`. */
export function preset(amount: number): string {
  return amount >= 1_000_000 ? `${String(amount / 1_000_000).replace('.', ',')}jt` : `${amount / 1_000}rb`;
}
