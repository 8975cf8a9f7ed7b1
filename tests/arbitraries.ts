import * as fc from 'fast-check';

// fast-check's own of these ('binary', `webSegment`) take a second to make.

/** Any character; a half of a surrogate pair is none. */
export const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map((point) => String.fromCodePoint(point));

/** Texts that may stand between two slashes of an address, empty as well. */
export const pathSegment = fc.string({
  unit: fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9]$/),
    fc.stringMatching(/^[-._~!$&'()*+,;=:@]$/),
    character.map((each) => encodeURIComponent(each)),
  ),
});
