/** A text of at least this length satisfies every minimum length. */
const LONG = 8;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** The first of 20,992 letters without case or another meaning. */
const FIRST_OF_MANY = 0x4e00;

/** Returns the placeholder for a text; `kind` is its prefix, such as `title`. */
export type Placeholders = (text: string, kind: string) => string;

/**
 * Creates placeholders for texts that must not be recorded. The same text always gets the same placeholder, which passes and breaks
 * the same rules about length and white space, and reveals nothing else. `limits` are the maximum lengths of the app's rules,
 * ascending: a text that exceeds a limit gets a placeholder that exceeds it too. No placeholder is one of the `taken` texts, which mean
 * something. Only salted hashes of the originals are kept.
 */
export function createPlaceholders(
  limits: readonly number[] = [],
  taken: ReadonlySet<string> = new Set(),
): Placeholders {
  const salt = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const placeholders = new Map<string, string>();
  let count = 0;

  return (text, kind) => {
    if (text.trim() === '') return text;
    const hash = textHash(text, salt);
    const known = placeholders.get(hash);
    if (known !== undefined) return known;
    let placeholder = '';
    do {
      placeholder = shapedLike(text, count, kind, limits);
      count += 1;
    } while (taken.has(placeholder.trim()));
    placeholders.set(hash, placeholder);
    return placeholder;
  };
}

function shapedLike(text: string, count: number, kind: string, limits: readonly number[]): string {
  const [before = '', after = ''] = [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
  const inner = text.length - before.length - after.length;
  const unseen = /\p{C}/u.test(text.trim()) ? '\u200b' : '';
  return `${before}${inner < LONG ? short(inner, count) : long(text.length, count, kind, limits)}${unseen}${after}`;
}

/** A placeholder for a short text. Each `count` has its own, also for a text of one letter. */
function short(length: number, count: number): string {
  const letter = (index: number) => LETTERS[index] ?? String.fromCodePoint(FIRST_OF_MANY + index - LETTERS.length);
  const last = length === 1 ? count : count % LETTERS.length;
  const rest = length === 1 ? '' : letter(Math.floor(count / LETTERS.length));
  return (letter(last) + rest).padEnd(length, 'x');
}

/** A placeholder for a long text. Longer than each limit that the text exceeds, so that a validation gives the same result. */
function long(length: number, count: number, kind: string, limits: readonly number[]): string {
  const broken = limits.findLast((limit) => limit < length);
  return `${kind}-${String(count).padStart(LONG - 1, '0')}`.padEnd(broken === undefined ? 0 : broken + 1, 'x');
}

/** A 106-bit hash of a text, in base 36. It distinguishes texts; it is not cryptographic. */
export function textHash(text: string, salt = 0): string {
  return half(text, salt) + half(text, salt + 1);
}

/** A hash of a list of numbers, without writing them as text. */
export function hashOfNumbers(numbers: readonly number[]): string {
  let hash = 0x9e3779b9;
  for (const word of new Uint32Array(Float64Array.from(numbers).buffer)) hash = Math.imul(hash ^ word, 2654435761);
  return `${numbers.length}-${(hash >>> 0).toString(36)}`;
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
