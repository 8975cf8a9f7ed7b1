import { groupThousands, signOf } from '#domain/money.ts';

/** Formats rupiah, rounded to the nearest whole number: `Rp.500.000`. The specification quotes amounts with the dot after `Rp`. */
export function formatRupiah(amount: number): string {
  return `Rp.${groupThousands(amount)}`;
}

/** Formats rupiah with a sign: `+Rp.50.000`, `−Rp.35.000`. */
export function formatSignedRupiah(amount: number): string {
  return `${signOf(amount)}${formatRupiah(Math.abs(amount))}`;
}
