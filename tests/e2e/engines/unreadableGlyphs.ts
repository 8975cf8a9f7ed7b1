import { constants, inflateSync } from 'node:zlib';

const STREAM = /(?<!end)stream\r?\n/g;
/** A glyph that a table from glyphs to text leads to no character. */
const UNREADABLE = /<[\da-f]+> <fffd>/gi;

/** How many of the glyphs of a printed document cannot be read as text. */
export function unreadableGlyphs(pdf: Buffer): number {
  const text = pdf.toString('latin1');
  const tables = Array.from(text.matchAll(STREAM), ({ 0: { length }, index }) => {
    const start = index + length;
    const packed = pdf.subarray(start, text.indexOf('endstream', start));
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  });
  return tables.join('\n').match(UNREADABLE)?.length ?? 0;
}
