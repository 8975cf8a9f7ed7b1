/** A 106-bit hash of a text, in base 36. It distinguishes texts; it is not cryptographic. */
export function textHash(text: string, salt = 0): string {
  return half(text, salt) + half(text, salt + 1);
}

// cyrb53 (public domain): fast, synchronous, and the same in every browser and in Node.
function half(text: string, seed: number): string {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}
