import { fromPromise } from 'xstate';
import { markedText, markOf, type MarkedScreening } from '#domain/marks.ts';

/** Computes the mark by which the reports of a screening name a user or the code of a share. */
export const computeMark = fromPromise<string, MarkedScreening & { readonly secret: string }>(async ({ input }) =>
  markOf(await sha256(markedText(input.secret, input))),
);

/** The SHA-256 of a text, in base64url. Browsers have `subtle` only on pages served over TLS, and on localhost. */
async function sha256(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest =
    'subtle' in crypto
      ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      : (await import('@noble/hashes/sha2.js')).sha256(bytes);
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
