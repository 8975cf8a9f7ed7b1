/** Amounts to choose from on the Top Up page, in rupiah (section 2). */
export const TOP_UP_PRESETS = [
  50_000, 75_000, 100_000, 150_000, 200_000, 500_000, 750_000, 1_000_000, 1_500_000,
] as const;

/** Amounts to choose from on the Withdraw page, in rupiah (section 2). */
export const WITHDRAW_PRESETS = [50_000, 75_000, 100_000, 150_000, 200_000, 500_000] as const;

/** Maximum amount of one top-up, in rupiah. */
export const TOP_UP_MAXIMUM = 1_500_000;

/** Maximum amount of one withdrawal, in rupiah (sections 5 and 9). */
export const WITHDRAW_MAXIMUM = 500_000;

// A regex instead of Intl.NumberFormat: the first formatter of a language takes 60 ms on a slow phone.
const BEFORE_THREES = /\B(?=(?:\d{3})+$)/g;

/** Rounds to the nearest whole number and groups its digits by dots, in every language: `500.000`. */
export function groupThousands(amount: number): string {
  return amount.toFixed(0).replace(BEFORE_THREES, '.');
}

/** The sign of an amount that was added to a balance or taken from it. The minus is U+2212, not a hyphen. */
export function signOf(amount: number): '−' | '+' {
  return amount < 0 ? '−' : '+';
}

/** The smallest top-up preset greater than the shortfall; the largest preset when none is. Amounts in rupiah. */
export function sufficientPreset(shortfall: number): number {
  return TOP_UP_PRESETS.find((preset) => preset > shortfall) ?? TOP_UP_MAXIMUM;
}

const GROUPED = /^\d{1,3}(?:\.\d{3})+$/;

/**
 * Parses a typed amount in rupiah; 0 when the field is empty, NaN when the text is no number.
 * Dots between groups of three digits are thousands separators, as in the product's own amounts: `50.000` is fifty thousand.
 */
export function parseAmount(text: string): number {
  const typed = text.trim();
  return Number(GROUPED.test(typed) ? typed.replaceAll('.', '') : typed);
}

const PLAIN_DIGITS = /^-?\d+$/;

/**
 * Parses the amount of a request, in rupiah: a number, or a text of plain ASCII digits (reliability 10); NaN for other text.
 * It accepts a minus, so that the error response has the true reason: the amount is too small.
 */
export function readAmount(sent: number | string): number {
  return typeof sent === 'number' || PLAIN_DIGITS.test(sent) ? Number(sent) : Number.NaN;
}
