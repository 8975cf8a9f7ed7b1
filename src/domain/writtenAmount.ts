/** `Rp.50.000`, `+Rp.50.000`, `IDR 50,000.00`, `Rp50.000,-`: groups of three digits, no fraction of a rupiah. */
const WRITTEN = /^\+?(?:(?:rp|idr)\.?\s*)?(?:\d{1,3}([.,])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]00)?|\d+)(?:,-)?$/i;
const NO_FRACTION = /[.,](?:00|-)$/;

/** Zero-width spaces, direction marks and other characters without a glyph, which a copied text can contain. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Parses a formatted amount in rupiah, such as one copied from a page; NaN when the text is no amount or is ambiguous. */
export function readWrittenAmount(text: string): number {
  const written = text.replace(INVISIBLE, '').trim();
  return WRITTEN.test(written) ? Number(written.replace(NO_FRACTION, '').replace(/\D/g, '')) : Number.NaN;
}
