import { fromPromise } from 'xstate';
import { markedText, markOf, type MarkedScreening } from '#domain/marks.ts';

/** The user and the code that the reports of a screening may name. */
export interface Secrets {
  readonly userId: string | undefined;
  readonly shareCode: string | undefined;
}

/** The marks by which reports name the user and the code. */
export interface Marks extends Secrets {
  readonly userMark: string | undefined;
  readonly codeMark: string | undefined;
}

/** Promise actor: the marks of a user and of a code. Rejects if the code that computes them cannot be loaded. */
export const computeMarks = fromPromise<Marks, Secrets & { readonly screening: MarkedScreening }>(
  async ({ input: { userId, shareCode, screening } }) => {
    const markFor = (secret: string | undefined) => secret && sha256(markedText(secret, screening)).then(markOf);
    const [userMark, codeMark] = await Promise.all([markFor(userId), markFor(shareCode)]);
    return { userId, shareCode, userMark, codeMark };
  },
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
