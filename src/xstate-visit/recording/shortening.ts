import { isObject } from './plainData.ts';
import { textHash } from './placeholders.ts';

/** A hash replaces longer texts. */
const MAX_TEXT = 398;
/** A hash replaces a list with a longer shape. In characters. */
const MAX_IN_PARTS = 4000;

/** A text in JSON. A key has a colon after it. */
const TEXTS = /"((?:[^"\\]|\\.)*)"(:?)/g;

/**
 * Creates a function that replaces long texts and lists in JSON data by hashes. A list has two: one of its JSON, and one of its shape, which
 * is the JSON without texts. The shape can be compared even if the texts are placeholders.
 */
export function createShortening(placeholders: ReadonlySet<string>): (plain: unknown) => unknown {
  /** Caches results: the recorder needs the one of a list again when the list has changed. */
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

/** Whether today's list can be the recorded one, although the recording has placeholders: both have the same shape. */
export function isShortenedAlike(recorded: object, today: object): boolean {
  if (!('$redacted' in recorded) || !('$hash' in today)) return false;
  return String(today.$hash).split(' ')[1] === String(recorded.$redacted).split(' ')[1];
}

/** Whether a value stands for a long text. */
export function isLongText(value: unknown): boolean {
  return isObject(value) && '$hash' in value && !String(value.$hash).includes(' ');
}
