/** `Rp.50.000`, `+Rp.50.000`, `IDR 50,000.00`, `Rp50.000,-`: groups of three digits, and no fraction of a rupiah. */
const WRITTEN = /^\+?(?:(?:rp|idr)\.?\s*)?(?:\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]00)?|\d+)(?:,-)?$/i;
const NO_FRACTION = /[.,](?:00|-)$/;

/** The rupiah of a text that was written for people, such as one copied from a page; NaN unless it can be read in one way only. */
export function readWrittenAmount(text: string): number {
  const written = text.trim();
  return WRITTEN.test(written) ? Number(written.replace(NO_FRACTION, '').replace(/\D/g, '')) : Number.NaN;
}
