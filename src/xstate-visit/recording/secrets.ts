/** Returns the redacted text. `text` is the value of `key` in the object `within`. */
export type TextRule = (text: string, key: string, within: object) => string;

/** Whether a value under `key` of the object `within` is secret. */
export type SecretCheck = (key: string, within: object, value: unknown) => boolean;

export const REMOVED = '(removed)';

/** Parts of the names of secret values, in any case, such as in `sessionToken` or `API_KEY`. */
const SECRET_PARTS = [
  'password',
  'passwd',
  'passphrase',
  'token',
  'secret',
  'credential',
  'authorization',
  'cookie',
  '(?:api|private)[-_ ]?key',
  'card[-_ ]?number',
  '(?:access|admission|auth|authentication|backup|confirmation|invite|invitation|login|one[-_ ]?time|pass|pin|recovery|reset|security|sms|ticket|verification)[-_ ]?code',
].map((part) => part.replaceAll(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`));

/** Words that are secret only as a whole: `pin`, `userPin` and `PIN_1`, but neither `spinning` nor `pinned`. */
const SECRET_WORDS = ['pin', 'jwt', 'cvv', 'cvc', 'otp', 'totp', 'pwd', 'pass'].flatMap((word) => [
  `(?<![A-Za-z])${word}(?![a-z])`,
  `(?<![A-Z])${word.charAt(0).toUpperCase()}${word.slice(1)}(?![a-z])`,
  `(?<![A-Z])${word.toUpperCase()}(?![A-Z]{2}|[A-Z]$|[a-z])`,
]);

/** The names of keys and fields whose values are always secret, except `code`. */
const SECRET = new RegExp([...SECRET_PARTS, ...SECRET_WORDS].join('|'));

/** A name for secret codes and for the codes of errors. */
const CODE = /^codes?\d*$/i;

/** The code of an error, such as `seat_taken`: words that underscores join. No program draws a secret code like this. */
const ERROR_CODE = /^[a-z]+(?:_[a-z]+)+$/i;

/** The keys that say in an object what its `value` is, as in `{ name: 'password', value: '…' }`. */
const NAMERS = ['field', 'name', 'id', 'key', 'label', 'type'];

/** From 13 to 19 digits in groups, which no other digit precedes or follows. */
const LONG_NUMBER = /(?<!\d[ -]?)\d(?:[ -]?\d){12,18}(?![ -]?\d)/g;

/**
 * The first digits and lengths of payment cards: Visa; Mastercard and Mir; American Express; Diners; Discover, Maestro and UnionPay;
 * JCB. Without them a tenth of all times in milliseconds would pass the check.
 */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|22|2[3-6]|27[01])\d{14}|3[47]\d{13}|3[0689]\d{12}|(?:5[0678]|6\d)\d{11,17}|35\d{14})$/;

/** A parameter of a URL or of a form, also of a URL that is encoded in another one. */
const PARAMETER = /(^|[?&#;\s"']|%3F|%26|%23)([\w.[\]-]+)(?:(=)([^&#;\s"'<>]+)|(%3D)((?:(?!%26|%23)[^&#;\s"'<>])+))/gi;

/** A property of JSON with a text or a number. */
const PROPERTY = /("([^"\\]+)"\s*:\s*)(?:"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*)/g;

/** More keys are not remembered, because a map can have any number of them. */
const MAX_KEYS = 10_000;

/**
 * Creates the check for secret values. A value is secret if its key is, if it is the `value` beside a `name`, `type` or the like that is,
 * or if it contains the number of a payment card.
 * @param more matches the app's own names of secret values, in addition to passwords, tokens and the like
 */
export function createSecretCheck(more?: RegExp): SecretCheck {
  const isNamed = nameCheck(more);
  return (key, within, value) =>
    (isNamed(key) && !(CODE.test(key) && typeof value === 'string' && ERROR_CODE.test(value))) ||
    (key === 'value' && NAMERS.some((namer) => isText(Reflect.get(within, namer), isNamed))) ||
    hasCardNumber(value);
}

/**
 * Creates a rule that removes the texts that are secret, and the secret parameters of URLs, and passes every other text to another rule.
 * @param more matches the app's own names of secret values, in addition to passwords, tokens and the like
 * @param words texts that are not secret under the key `code`, because the machines contain them
 */
export function withoutSecrets(
  more?: RegExp,
  rule: TextRule = (text) => text,
  words: ReadonlySet<string> = new Set(),
): TextRule {
  const isSecret = createSecretCheck(more);
  const isNamed = nameCheck(more);
  return (text, key, within) => {
    const isCodeOfError = CODE.test(key) && words.has(text);
    if (text !== '' && !isCodeOfError && isSecret(key, within, text)) return REMOVED;
    return rule(withoutSecretParts(text, isNamed), key, within);
  };
}

/** Whether a pattern matches. Unlike `test`, it gives the same answer each time for a pattern with the flag `g`. */
export function matches(pattern: RegExp, text: string): boolean {
  return text.search(pattern) !== -1;
}

function nameCheck(more: RegExp | undefined): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const isSecret = SECRET.test(name) || CODE.test(name) || (more !== undefined && matches(more, name));
    if (known.size < MAX_KEYS) known.set(name, isSecret);
    return isSecret;
  };
}

/** Removes the values of parameters and properties with secret names from a text. */
function withoutSecretParts(text: string, isNamed: (name: string) => boolean): string {
  const withoutParameters = /=|%3D/i.test(text)
    ? text.replaceAll(PARAMETER, (_, before, name, plainSign, plainValue, encodedSign, encodedValue) => {
        const [sign, value] = [plainSign ?? encodedSign, plainValue ?? encodedValue];
        return `${before}${name}${sign}${isNamed(name) ? REMOVED : withoutSecretParts(value, isNamed)}`;
      })
    : text;
  if (!withoutParameters.includes('":') && !withoutParameters.includes('" :')) return withoutParameters;
  return withoutParameters.replaceAll(PROPERTY, (whole, before, name) =>
    isNamed(name) ? `${before}"${REMOVED}"` : whole,
  );
}

function isText(value: unknown, is: (text: string) => boolean): boolean {
  return typeof value === 'string' && is(value);
}

function hasCardNumber(value: unknown): boolean {
  if (typeof value === 'number' && Math.abs(value) < 1e12) return false;
  if (typeof value === 'string' && value.length < 13) return false;
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return false;
  return (String(value).match(LONG_NUMBER) ?? []).some((found) => {
    const digits = found.replaceAll(/\D/g, '');
    return CARD.test(digits) && passesLuhn(digits);
  });
}

/** The check digit of payment cards: every second digit from the right counts twice, with the sum of its own digits. */
function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .map((digit, index) => digit * (index % 2 === 1 ? 2 : 1))
    .reduce((total, counted) => total + (counted > 9 ? counted - 9 : counted), 0);
  return sum % 10 === 0;
}
