import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { entityTag } from '../entityTags.ts';

const QUICK_BROTLI = 3;

type Encoding = 'br' | 'gzip';

/** How a caller names an encoding that it takes. */
const ACCEPTS_ENCODING: ReadonlyMap<Encoding, RegExp> = new Map([
  ['br', /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\b)/],
  ['gzip', /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\b)/],
]);

/** A document as it is sent: its status, its text, and its compressed forms, made when they are first asked for. */
export interface PackedDocument {
  readonly status: number;
  readonly etag: string;
  /** Its body for a caller with this `Accept-Encoding`, and how that is encoded, if it is. */
  readonly bodyFor: (accepted: string) => { readonly encoding?: Encoding; readonly body: string | Buffer };
}

/** Packs a document once, however often it is sent: @fastify/compress would do so for every request (decision 11). */
export function packDocument(status: number, html: string): PackedDocument {
  const packed = new Map<Encoding, Buffer>();
  return {
    status,
    etag: entityTag(html),
    bodyFor(accepted) {
      const encoding = [...ACCEPTS_ENCODING].find(([, pattern]) => pattern.test(accepted))?.[0];
      if (encoding === undefined) return { body: html };
      const body = packed.get(encoding) ?? pack(encoding, html);
      packed.set(encoding, body);
      return { encoding, body };
    },
  };
}

/** At once: it is less work than handing it to another thread (decision 11). */
function pack(encoding: Encoding, html: string): Buffer {
  if (encoding === 'gzip') return gzipSync(html);
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } });
}
