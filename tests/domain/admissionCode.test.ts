import { describe, expect, test } from 'vitest';
import { ADMISSION_CODE_BYTES, admissionCodeOf, groupedCode, readAdmissionCode } from '#domain/admissionCode.ts';

const CODE = '7KQ3MXT9WZ0BVN1D4RJE';

describe('the code of a ticket', () => {
  test('has five bits of each random byte', () => {
    const bytes = Uint8Array.from({ length: ADMISSION_CODE_BYTES }, (_, index) => index + 32 * (index % 8));
    expect(admissionCodeOf(bytes)).toBe('0123456789ABCDEFGHJK');
    expect(admissionCodeOf(bytes.map((byte) => byte + 12))).toBe('CDEFGHJKMNPQRSTVWXYZ');
  });

  test.each([
    ['in small letters', CODE.toLowerCase()],
    ['in groups with spaces and dashes', ' 7KQ3M-XT9WZ 0BVN1 D4RJE '],
    ['with the letter O for the digit 0', CODE.replace('0', 'o')],
    ['with the letter I for the digit 1', CODE.replace('1', 'I')],
    ['with the letter L for the digit 1', CODE.replace('1', 'l')],
  ])('is read %s', (_, text) => {
    expect(readAdmissionCode(text)).toBe(CODE);
  });

  test.each([
    ['nothing', ''],
    ['a cut code', CODE.slice(1)],
    ['a code with one more letter', `${CODE}A`],
    ['a code with a letter that codes lack', `U${CODE.slice(1)}`],
    ['a link with a code', `https://example.com/${CODE}`],
  ])('is not read from %s', (_, text) => {
    expect(readAdmissionCode(text)).toBeUndefined();
  });

  test('is shown in groups of five', () => {
    expect(groupedCode(CODE)).toBe('7KQ3M XT9WZ 0BVN1 D4RJE');
  });
});
