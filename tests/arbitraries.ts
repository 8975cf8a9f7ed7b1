import * as fc from 'fast-check';

// fast-check's own arbitraries for these texts (`binary`, `webSegment`) take a second to create.

/** Any character except lone surrogates. */
export const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7_ff }), fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }))
  .map((point) => String.fromCodePoint(point));

/** One segment of a URL's path, which may be empty. */
export const pathSegment = fc.string({
  unit: fc.oneof(
    fc.stringMatching(/^[a-zA-Z0-9]$/),
    fc.stringMatching(/^[-._~!$&'()*+,;=:@]$/),
    character.map((each) => encodeURIComponent(each)),
  ),
});
