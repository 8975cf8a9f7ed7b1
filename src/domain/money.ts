/** Amounts to choose from on the Top Up page, in rupiah (section 2). */
export const TOP_UP_PRESETS = [
  50_000, 75_000, 100_000, 150_000, 200_000, 500_000, 750_000, 1_000_000, 1_500_000,
] as const;

/** Amounts to choose from on the Withdraw page, in rupiah (section 2). */
export const WITHDRAW_PRESETS = [50_000, 75_000, 100_000, 150_000, 200_000, 500_000] as const;

/** Most that one top-up may add, in rupiah. */
export const TOP_UP_MAXIMUM = 1_500_000;

/** Most that one withdrawal may take, in rupiah (sections 5 and 9). */
export const WITHDRAW_MAXIMUM = 500_000;

/** Why a withdrawal is refused; the first two to the letter (section 5). */
export const withdrawMessages = {
  tooSmall: 'Withdraw amount must be greater than 0',
  tooLarge: 'Maximum withdraw amount is Rp.500.000',
  notWhole: 'Withdraw amount must be a whole number',
  notPlain: 'Withdraw amount must be a whole number in plain digits',
  notPasted: 'The pasted text is not an amount in rupiah',
} as const;

// Not Intl's grouping: the first formatter of a language keeps a slow phone busy for 60 ms.
const BEFORE_THREES = /\B(?=(?:\d{3})+$)/g;

/** Rupiah for people, to the nearest whole one: `Rp.500.000`. */
export function formatRupiah(amount: number): string {
  return `Rp.${amount.toFixed(0).replace(BEFORE_THREES, '.')}`;
}

/** Rupiah that came in or went out: `+Rp.50.000`, `−Rp.35.000`, with a true minus. */
export function formatSignedRupiah(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${formatRupiah(Math.abs(amount))}`;
}

/** A preset as its chip reads: `50k`, `1m`, `1.5m`. */
export function formatPreset(amount: number): string {
  return amount >= 1_000_000 ? `${amount / 1_000_000}m` : `${amount / 1_000}k`;
}

/** The smallest preset that lifts a balance above what it is short of; the largest where none does. Takes and gives rupiah. */
export function sufficientPreset(shortfall: number): number {
  return TOP_UP_PRESETS.find((preset) => preset > shortfall) ?? TOP_UP_MAXIMUM;
}

const GROUPED = /^\d{1,3}(?:\.\d{3})+$/;

/**
 * The rupiah that a person typed; 0 when the field is empty, NaN when it holds no number.
 * Dots between groups of three digits are read as the product writes them: `50.000` is fifty thousand.
 */
export function parseAmount(text: string): number {
  const typed = text.trim();
  if (typed === '') return 0;
  return Number(GROUPED.test(typed) ? typed.replaceAll('.', '') : typed);
}

const PLAIN_DIGITS = /^-?\d+$/;

/**
 * The rupiah that a request names: a number as it stands, or the text of a whole one in plain ASCII digits (reliability 10).
 * A minus is read, so that what is refused is told the true reason; any other text is NaN.
 */
export function readAmount(sent: number | string): number {
  return typeof sent === 'number' || PLAIN_DIGITS.test(sent) ? Number(sent) : Number.NaN;
}
