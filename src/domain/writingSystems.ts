import { foldCase } from './text.ts';

/** The scripts of each writing system (ISO 15924). All scripts that are not listed count as one further writing system. */
const WRITING_SYSTEMS = [
  'Hani Hira Kana',
  'Hani Hang',
  'Hani Bopo',
  ...'Latn Grek Cyrl Copt Cher Armn Geor Hebr Arab Thaa Ethi Deva Beng Guru Gujr'.split(' '),
  ...'Orya Taml Telu Knda Mlym Sinh Thai Laoo Khmr Mymr Tibt Java Bali Sund'.split(' '),
].map((scripts) => scripts.replaceAll(/(\w+) ?/g, String.raw`\p{Script_Extensions=$1}`));

/** Digits, punctuation and marks, which go with every script. */
const SHARED = String.raw`\p{Script=Common}\p{Script=Inherited}`;

const PATTERNS = [
  ...WRITING_SYSTEMS.map((letters) => new RegExp(`^[${SHARED}${letters}]*$`, 'u')),
  new RegExp(`^(?:[${SHARED}]|[^${WRITING_SYSTEMS.join('')}])*$`, 'u'),
];

/**
 * Whether all letters of a text are of one writing system: a Cyrillic `а` in a Latin name looks like an `a`. NFKC comes first, because
 * it turns mathematical and other decorated letters, which count as punctuation, into plain ones.
 */
export function hasOneWritingSystem(text: string): boolean {
  const folded = foldCase(text);
  return PATTERNS.some((pattern) => pattern.test(folded));
}
