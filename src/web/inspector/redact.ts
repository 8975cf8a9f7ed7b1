const SECRET = /password|token|secret/i;
const REMOVED = '(removed)';
const CIRCULAR = '(circular)';

// Snapshots share what did not change: most of one was redacted before.
const redacted = new WeakMap<object, unknown>();

/**
 * Plain data for keeping, showing and streaming, with passwords and tokens removed: what stands under such a key,
 * and the `value` beside a `field` of such a name. What is no plain data is named only.
 */
export function redact(value: unknown): unknown {
  if (typeof value === 'function') return '(function)';
  if (typeof value !== 'object' || value === null) return value;
  if (redacted.has(value)) return redacted.get(value);
  redacted.set(value, CIRCULAR);
  const plain = redactObject(value);
  redacted.set(value, plain);
  return plain;
}

function redactObject(value: object): unknown {
  if (Array.isArray(value)) return value.map(redact);
  if (value instanceof Error) return { name: value.name, message: value.message, ...redactEntries(value) };
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== Object.prototype) return `(${value.constructor.name})`;
  return redactEntries(value);
}

function redactEntries(value: object): Record<string, unknown> {
  const isOfSecretField = 'field' in value && typeof value.field === 'string' && SECRET.test(value.field);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => {
      const isSecret = SECRET.test(key) || (isOfSecretField && key === 'value');
      return [key, isSecret ? removed(item) : redact(item)];
    }),
  );
}

function removed(value: unknown): unknown {
  return value === undefined || value === '' ? value : REMOVED;
}
