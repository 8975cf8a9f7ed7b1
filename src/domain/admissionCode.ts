/** Crockford's base32: digits and capital letters without I, L, O and U, which are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 20;
const GROUP = 5;
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** The random bytes of a new code: five bits of each are used, 100 in all. */
export const ADMISSION_CODE_BYTES = LENGTH;

/** The admission code of a ticket made of `ADMISSION_CODE_BYTES` random bytes. */
export function admissionCodeOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
}

/** The admission code that a text means; undefined if it means none. People type spaces, dashes, small letters, O for 0, and I or L for 1. */
export function readAdmissionCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return CODE.test(code) ? code : undefined;
}

/** The code in groups of five characters, as people read and type it. */
export function groupedCode(code: string): string {
  return (code.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join(' ');
}
