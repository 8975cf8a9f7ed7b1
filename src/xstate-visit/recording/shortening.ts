import { isObject } from './plainData.ts';
import { textHash } from './placeholders.ts';

/** Longer texts are replaced by a hash. */
const MAX_TEXT = 398;
/** The longest list that is written in parts, in characters of its shape. */
const MAX_IN_PARTS = 4000;

/** A text in JSON, and the colon behind it if it is a key. */
const TEXTS = /"((?:[^"\\]|\\.)*)"(:?)/g;

/**
 * Creates a function that replaces long texts and lists in plain data by hashes. A hash of redacted texts means nothing, so that of a
 * list is the hash of its shape, which is the list without its texts.
 */
export function createShortening(placeholders: ReadonlySet<string>): (plain: unknown) => unknown {
  /** The results, because unchanged lists are compared with their next versions. */
  const known = new WeakMap<object, unknown>();

  function shortenedList(list: readonly unknown[]): unknown {
    const json = JSON.stringify(list);
    if (json.length <= MAX_TEXT) return list;
    const shape = json.replaceAll(TEXTS, (text, plain, colon) => (colon === '' && plain !== '' ? '"…"' : text));
    if (shape.length <= MAX_IN_PARTS) return list.map(shortened);
    return { [isRedacted(json) ? '$redacted' : '$hash']: `${textHash(json)} ${textHash(shape)}` };
  }

  function isRedacted(json: string): boolean {
    if (placeholders.size === 0) return false;
    for (const [text, plain = '', colon = ''] of json.matchAll(TEXTS)) {
      if (colon === '' && placeholders.has(plain.includes('\\') ? String(JSON.parse(text)) : plain)) return true;
    }
    return false;
  }

  function shortened(plain: unknown): unknown {
    if (typeof plain === 'string') return plain.length <= MAX_TEXT ? plain : { $hash: textHash(plain) };
    if (!isObject(plain)) return plain;
    if (Array.isArray(plain)) {
      if (!known.has(plain)) known.set(plain, shortenedList(plain));
      return known.get(plain);
    }
    return Object.fromEntries(Object.entries(plain).map(([key, value]: [string, unknown]) => [key, shortened(value)]));
  }

  return shortened;
}

/** Whether a shortened value can be the one for which a recording has another, because it contains placeholders. */
export function isShortenedAlike(recorded: object, today: object): boolean {
  if (!('$redacted' in recorded) || !('$hash' in today)) return false;
  return String(today.$hash).split(' ')[1] === String(recorded.$redacted).split(' ')[1];
}

/** Whether a value stands for a long text. */
export function isLongText(value: unknown): boolean {
  return isObject(value) && '$hash' in value && !String(value.$hash).includes(' ');
}
