import { groupThousands, signOf } from '#domain/money.ts';

/** Formats rupiah, rounded to the nearest whole number: `Rp500.000`. Indonesian spelling (EYD) has neither dot nor space after `Rp`. */
export function formatRupiah(amount: number): string {
  return `Rp${groupThousands(amount)}`;
}

/** Formats rupiah with a sign: `+Rp50.000`, `−Rp35.000`. */
export function formatSignedRupiah(amount: number): string {
  return `${signOf(amount)}${formatRupiah(Math.abs(amount))}`;
}
