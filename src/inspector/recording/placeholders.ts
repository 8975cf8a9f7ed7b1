import { textHash } from './textHash.ts';

/** Texts of this length and more satisfy whatever asks for a minimum. */
const LONG = 8;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Gives the placeholder of a text, named after what the text is. */
export type Placeholders = (text: string, kind: string) => string;

/**
 * Placeholders for texts that must not be recorded: the same for the same text, as good as it for every rule of length and space, and
 * saying nothing of it. `limits` are the lengths that the product's rules allow at most, ascending: what is longer stays longer.
 * Originals are known by a salted hash only, so that no secret is retained for them.
 */
export function createPlaceholders(limits: readonly number[] = []): Placeholders {
  const salt = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const placeholders = new Map<string, string>();

  return (text, kind) => {
    if (text.trim() === '') return text;
    const hash = textHash(text, salt);
    const known = placeholders.get(hash);
    if (known !== undefined) return known;
    const placeholder = shapedLike(text, placeholders.size, kind, limits);
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

function short(length: number, count: number): string {
  const letter = (index: number) => LETTERS[index % LETTERS.length] ?? '';
  return (letter(count) + letter(Math.floor(count / LETTERS.length))).padEnd(length, 'x').slice(0, length);
}

/** As long as the longest limit that the text breaks, and one more. */
function long(length: number, count: number, kind: string, limits: readonly number[]): string {
  const broken = limits.findLast((limit) => limit < length);
  return `${kind}-${String(count).padStart(LONG - 1, '0')}`.padEnd(broken === undefined ? 0 : broken + 1, 'x');
}
