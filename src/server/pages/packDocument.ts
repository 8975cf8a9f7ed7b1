import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';
import { entityTag } from '../entityTags.ts';

const QUICK_BROTLI = 3;

/** The best first, whatever the client prefers. */
const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A document ready to send, with its status and ETag. It is compressed when a client first accepts the encoding. */
export interface PackedDocument {
  readonly status: number;
  readonly etag: string;
  /** Until when a browser may show the document again, in epoch milliseconds. Undefined: it may not. */
  readonly expiresAt: number | undefined;
  /** The body for a client with this `Accept-Encoding`. `encoding` is missing when the body is not compressed. */
  readonly bodyFor: (accepted: string) => { readonly encoding?: Encoding; readonly body: string | Buffer };
}

/** Compresses a document at most once per encoding; @fastify/compress would compress it for every request (decision 11). */
export function packDocument(status: number, html: string, expiresAt?: number): PackedDocument {
  const packed = new Map<Encoding, Buffer>();
  return {
    status,
    etag: entityTag(html),
    expiresAt,
    bodyFor(accepted) {
      const known = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(ENCODINGS);
      const encoding = ENCODINGS.find((each) => known.includes(each));
      if (encoding === undefined) return { body: html };
      const body = packed.get(encoding) ?? pack(encoding, html);
      packed.set(encoding, body);
      return { encoding, body };
    },
  };
}

/** Compresses synchronously, which costs less than handing the work to another thread (decision 11). */
function pack(encoding: Encoding, html: string): Buffer {
  if (encoding === 'gzip') return gzipSync(html);
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } });
}
