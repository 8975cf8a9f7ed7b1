import { textHash } from './textHash.ts';

/** Texts of this length and more are good for whatever asks for a minimum (section 9). */
const LONG = 8;
/** The most that a name and a password may have: what is longer stays longer. */
const LIMITS = [80, 128, Infinity];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Gives the stand-in of a text: the same for the same, as good for every rule of length and space, and saying nothing of it. */
export type StandIns = (text: string, kind: string) => string;

/** Stand-ins that know the texts they stand for by a salted hash only, so that no secret is kept for them. */
export function createStandIns(): StandIns {
  const salt = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const given = new Map<string, string>();

  return (text, kind) => {
    if (text.trim() === '') return text;
    const hash = textHash(text, salt);
    const known = given.get(hash);
    if (known !== undefined) return known;
    const standIn = shapedLike(text, given.size, kind);
    given.set(hash, standIn);
    return standIn;
  };
}

function shapedLike(text: string, count: number, kind: string): string {
  const [before = '', after = ''] = [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
  const inner = text.length - before.length - after.length;
  const unseen = /\p{C}/u.test(text.trim()) ? '\u200b' : '';
  return `${before}${inner < LONG ? short(inner, count) : long(text.length, count, kind)}${unseen}${after}`;
}

function short(length: number, count: number): string {
  const letter = (index: number) => LETTERS[index % LETTERS.length] ?? '';
  return (letter(count) + letter(Math.floor(count / LETTERS.length))).padEnd(length, 'x').slice(0, length);
}

function long(length: number, count: number, kind: string): string {
  const standIn = `${kind}-${String(count).padStart(LONG - 1, '0')}`;
  const limit = LIMITS.find((each) => length <= each) ?? length;
  if (limit === LIMITS[0]) return standIn;
  return standIn.padEnd(limit === Infinity ? Number(LIMITS[1]) + 1 : limit, 'x');
}
