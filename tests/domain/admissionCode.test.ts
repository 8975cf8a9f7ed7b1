import { expect, test } from 'vitest';
import { ADMISSION_CODE_BYTES, admissionCodeOf, groupedCode, readAdmissionCode } from '#domain/admissionCode.ts';

const CODE = '7KQ3MXT9WZ0BVNHD4RJE';

test('a code has five bits of each random byte', () => {
  const bytes = Uint8Array.from({ length: ADMISSION_CODE_BYTES }, (_, index) => index + 32 * (index % 8));
  expect(admissionCodeOf(bytes)).toBe('0123456789ABCDEFGHJK');
  expect(admissionCodeOf(bytes.map((byte) => byte + 12))).toBe('CDEFGHJKMNPQRSTVWXYZ');
});

test('a code is written in groups of five', () => {
  expect(groupedCode(CODE)).toBe('7KQ3M XT9WZ 0BVNH D4RJE');
});

test.each([
  [CODE, CODE],
  [' 7kq3m-xt9wz 0bvnh d4rje\n', CODE],
  ['7KQ3MXT9WZOBVNHD4RJE', CODE],
  ['iLIl1111111111111111', '1'.repeat(20)],
  ['7KQ3MXT9WZ0BVNHD4RJ', undefined],
  [`${CODE}0`, undefined],
  ['7KQ3MXT9WZ0BVNHD4RJU', undefined],
  ['https://example.com/', undefined],
])('people write a code with spaces, dashes, small letters, O, I and L: %j', (text, code) => {
  expect(readAdmissionCode(text)).toBe(code);
});
