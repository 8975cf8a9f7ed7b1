import { fromPromise } from 'xstate';
import { markedText, markOf, type MarkedScreening } from '#domain/marks.ts';

/** Promise actor: the mark by which the reports of a screening name a user or the code of a share. */
export const computeMark = fromPromise<string, MarkedScreening & { readonly secret: string }>(({ input }) =>
  markFor(input.secret, input),
);

/** The mark of the id of a user, or of the code of a share, in the reports of a screening. */
export async function markFor(secret: string, screening: MarkedScreening): Promise<string> {
  return markOf(await sha256(markedText(secret, screening)));
}

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
