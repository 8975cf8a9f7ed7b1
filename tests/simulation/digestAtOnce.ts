import { createHash } from 'node:crypto';

const digest = (_: string, bytes: Uint8Array) => Promise.resolve(createHash('sha256').update(bytes).digest());

/** Computes digests at once. Node computes them in another thread, so the order of events would differ from run to run. */
export function digestAtOnce(): void {
  Object.defineProperty(crypto.subtle, 'digest', { configurable: true, value: digest });
}
