import * as fc from 'fast-check';

/** Any character, halves of a surrogate pair left aside. fast-check's own unit of the kind ('binary') takes a second to make. */
export const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map((point) => String.fromCodePoint(point));
