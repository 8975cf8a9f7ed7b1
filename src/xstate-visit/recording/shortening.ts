import { isObject } from './plainData.ts';
import { textHash } from './placeholders.ts';

/** Values with more characters of JSON are written in parts, or replaced by a hash. */
const MAX_VALUE = 400;
/** The longest value that is written in parts. */
const MAX_IN_PARTS = 4000;

/** Creates a function that replaces long parts of plain data by hashes. A hash of redacted texts means nothing. */
export function createShortening(placeholders: ReadonlySet<string>): (plain: unknown) => unknown {
  return function shortened(plain: unknown): unknown {
    const json = JSON.stringify(plain) ?? 'null';
    if (json.length <= MAX_VALUE) return plain;
    if (!isObject(plain) || (Array.isArray(plain) && json.length > MAX_IN_PARTS)) {
      const isRedacted = [...placeholders].some((text) => json.includes(text));
      return isRedacted ? { $redacted: true } : { $hash: textHash(json) };
    }
    if (Array.isArray(plain)) return plain.map(shortened);
    return Object.fromEntries(
      Object.entries(plain).map(([key, value]: [string, unknown]) => [
        key,
        value === undefined ? value : shortened(value),
      ]),
    );
  };
}
